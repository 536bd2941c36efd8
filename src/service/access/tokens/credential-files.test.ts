import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { MemoryDocumentStore } from "../../../../test/memory-store/memory-document-store.ts";
import { catalog } from "../../../definitions/resources/catalog.ts";
import { readAccessSettings } from "../access-settings.ts";
import { openAccess } from "../open-access.ts";

const folder = mkdtempSync(join(tmpdir(), "plumb-credential-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

const shipped = fileURLToPath(new URL("../../../../policies/", import.meta.url));

async function problemsOf(settings: object) {
  const path = join(folder, "access.json");
  writeFileSync(path, JSON.stringify(settings));
  const opened = await openAccess(
    { shipped, policies: undefined, settings: path, providers: catalog.providers },
    {
      documentStore: new MemoryDocumentStore(),
      stacks: { lineages: async () => new Map(), progress: async () => ({ lineage: "", serial: 0 }) as never },
      clock: { now: () => 0, elapsed: () => 0, sleep: async () => {} } as never,
      ids: { next: () => "1" } as never,
      fetch: async () => Response.error(),
    },
  );
  return opened.ok ? [] : opened.error;
}

function secretFile(name: string, mode: number): string {
  const path = join(folder, name);
  writeFileSync(path, "secret");
  chmodSync(path, mode);
  return path;
}

test("settings are refused whose credential lies in a file that others may write", async () => {
  const [open, own] = [secretFile("open", 0o666), secretFile("own", 0o600)];
  const credential = (name: string, file: string) => ({ name, kind: "databricks", credential: { file } });
  const problems = await problemsOf({ credentials: [credential("a", own), credential("b", open)] });
  expect(problems).toMatchObject([{ code: "invalid-access-settings", pointer: "/credentials/1/credential/file" }]);
  expect(problems[0]?.detail).toMatch(new RegExp(`${open} .* write .*${open}`));
  expect(problems[0]?.detail).toContain(`chmod 600 ${open}`);
});

test("a credential's file that is not there yet is no mistake of the settings", async () => {
  const file = join(folder, "later");
  expect(await problemsOf({ credentials: [{ name: "a", kind: "databricks", credential: { file } }] })).toEqual([]);
});

test.each(["https://localhost", "https://127.0.0.1:8443", "https://[::1]:8443", "https://a.localhost"])(
  "a credential with `private` for %s is refused: only what a local cloud issued goes to this machine",
  (origin) => {
    const credential = { name: "a", kind: "google", origins: [origin], private: true };
    const read = readAccessSettings(JSON.stringify({ credentials: [credential] }), "access.json", catalog.providers);
    expect(read).toMatchObject({
      ok: false,
      error: [{ code: "invalid-access-settings", pointer: "/credentials/0/private" }],
    });
    const { private: _, ...open } = credential;
    expect(readAccessSettings(JSON.stringify({ credentials: [open] }), "access.json", catalog.providers).ok).toBe(true);
  },
);
