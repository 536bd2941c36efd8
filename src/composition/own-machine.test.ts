import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { inPlace } from "../clouds/credentials/find-credential.ts";
import { ownMachine } from "./own-machine.ts";
import { tlsFiles } from "./tls-files.ts";

const folder = mkdtempSync(join(tmpdir(), "plumb-own-machine-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, mode: number): string {
  const path = join(folder, name);
  writeFileSync(path, "text\n");
  chmodSync(path, mode);
  return path;
}

const inFile = (path: string) =>
  inPlace({ kind: "file", path, clientId: null }, { environment: {}, machine: ownMachine });

test("a credential is read from a file of its owner alone", async () => {
  const path = file("own", 0o600);
  expect(await inFile(path)).toEqual({ text: "text", name: path });
});

test("a credential's file that others may write is refused, and the refusal says why", async () => {
  const path = file("open", 0o666);
  await expect(inFile(path)).rejects.toMatchObject({
    refusal: {
      kind: "denied",
      detail: `no credentials: ${path} is not used, because others may write to ${path}: make it its owner's alone with \`chmod 600 ${path}\``,
    },
  });
});

test("a credential's file that is not there is named", async () => {
  await expect(inFile(join(folder, "none"))).rejects.toThrow("can't be read, or is empty");
});

test("the key of TLS is read from a file of its owner alone, and the certificate from one that others may read", () => {
  expect(tlsFiles({ cert: file("cert.pem", 0o644), key: file("key.pem", 0o600) })).toEqual({
    cert: "text\n",
    key: "text\n",
  });
});

test.each([
  ["key", 0o644, 0o666],
  ["certificate", 0o666, 0o600],
])("a %s of TLS that others may write is refused", (_, certMode, keyMode) => {
  const files = { cert: file("cert2.pem", certMode), key: file("key2.pem", keyMode) };
  expect(() => tlsFiles(files)).toThrow(/is not used, because (others|all users) may write to /);
});
