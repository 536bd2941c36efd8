import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { browserRedirect } from "./browser-redirect.ts";
import { openBrowser } from "./open-browser.ts";

test("an address is handed to the system's opener as one argument, whatever is in it", async () => {
  const dir = mkdtempSync(join(tmpdir(), "plumb-browser-"));
  const opener = join(dir, "opener");
  writeFileSync(opener, `#!/bin/sh\nprintf '%s' "$#:$1" > ${dir}/seen.tmp && mv ${dir}/seen.tmp ${dir}/seen\n`, {
    mode: 0o755,
  });
  await openBrowser("https://id.test/?a=1&b=$(id) c", opener);
  await vi.waitFor(() => expect(readFileSync(join(dir, "seen"), "utf8")).toBe("1:https://id.test/?a=1&b=$(id) c"));
  rmSync(dir, { recursive: true });
});

test("a machine without an opener shows nothing, and fails nothing", async () => {
  await openBrowser("https://id.test", "/nowhere/opener");
});

test("who gives up a browser listens no more", async () => {
  const { address, arrived, close } = await browserRedirect("s", 60_000, new AbortController().signal);
  close();
  expect(await arrived).toBe(null);
  await expect(fetch(address)).rejects.toThrow();
});

test("who awaits a browser stops when the user does, and listens no more", async () => {
  const stop = new AbortController();
  const { address, arrived } = await browserRedirect("s", 60_000, stop.signal);
  stop.abort();
  expect(await arrived).toBe(null);
  await expect(fetch(address)).rejects.toThrow();
});
