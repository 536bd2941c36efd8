import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { rewriteFile } from "../../src/files/rewrite-file.ts";
import { place, stranger, whyNoTwoUsers } from "./two-users.fixture.ts";

const why = whyNoTwoUsers();
const root = realpathSync(mkdtempSync(join(tmpdir(), "plumb-rewritten-")));
chmodSync(root, 0o755);
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Puts a link to the victim in the place of each draft that it sees. */
const swapping = `
const fs = require("node:fs");
console.log("looking");
for (;;)
  for (const name of fs.readdirSync("."))
    if (name.includes(".new-"))
      try {
        fs.renameSync(name, "taken");
        fs.symlinkSync(process.argv[1], name);
        fs.writeFileSync("swapped", "");
      } catch {}
`;

test.skipIf(why !== null)(
  `what root rewrites for a user gives them no other file${why === null ? "" : ` (skipped: ${why})`}`,
  async () => {
    const victim = place(join(root, "victim"), 0, 0o600, "root's own");
    const folder = place(join(root, "theirs"), stranger, 0o755);
    const file = place(join(folder, "plumb.dev.yaml"), stranger, 0o644, "theirs");
    const attacker = spawn(process.execPath, ["-e", swapping, victim], {
      ...{ uid: stranger, gid: stranger, cwd: folder, env: {} },
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      await once(attacker.stdout, "data");
      // Long, so that the other has time while it is written.
      const text = "x".repeat(20_000_000);
      for (let tries = 0; tries < 20 && statSync(victim).uid === 0; tries += 1) {
        rmSync(file);
        place(file, stranger, 0o644, "theirs");
        try {
          rewriteFile(file, text);
        } catch {
          // Whose folder it is may take away what is in it.
        }
      }
      expect(existsSync(join(folder, "swapped"))).toBe(true);
      expect(statSync(victim).uid).toBe(0);
    } finally {
      attacker.kill();
    }
  },
);
