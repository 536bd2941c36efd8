import { chmodSync, lchownSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { buildBundle } from "./built-bundle.fixture.ts";
import { owner, place, plantCode, runAs, stranger, whyNoTwoUsers } from "./two-users.fixture.ts";

const declaration = `name: test
providers:
  google: { kind: google, project: acme, region: here }
resources:
  a:
    type: connectors:EndpointAttachment
    properties: { endpointAttachmentId: a, serviceAttachment: projects/p/regions/r/serviceAttachments/s }
`;

const why = whyNoTwoUsers();

describe.skipIf(why !== null)(`two users of one machine${why === null ? "" : ` (skipped: ${why})`}`, () => {
  let folder = "";
  let bundle = "";
  beforeAll(() => {
    ({ folder, bundle } = buildBundle());
    chmodSync(folder, 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** The owner's home with a declaration in it, and a folder for temporary files that everybody uses. */
  function machine() {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "plumb-users-")));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    chmodSync(root, 0o755);
    const shared = place(join(root, "tmp"), 0, 0o1777);
    const home = place(join(root, "home"), owner, 0o755);
    const file = place(join(home, "plumb.yaml"), owner, 0o644, declaration);
    const environment = { TMPDIR: shared, HOME: home };
    const run = (argv: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      runAs(owner, [bundle, ...argv], { cwd: home, environment: { ...environment, ...more } });
    return { root, shared, home, file, run };
  }

  test("nothing is read from or written to a temporary folder that everybody uses", () => {
    const { shared, home, file, run } = machine();
    const said = plantCode(bundle, place(join(shared, "node-compile-cache"), stranger, 0o777), file);
    const before = readdirSync(shared, { recursive: true }).toSorted();
    for (const _ of ["first", "second"]) {
      const checked = run(["check"]);
      expect(checked).toMatchObject({ exitCode: 0, stderr: "" });
      expect(checked.stdout).not.toContain(said);
    }
    expect(run(["up", "--yes"])).toMatchObject({ exitCode: 0 });
    expect(readdirSync(shared, { recursive: true }).toSorted()).toEqual(before);
    expect(statSync(join(home, ".cache", "plumb")).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(home, ".cache", "plumb"))).not.toEqual([]);
  });

  test.each([
    ["belongs to another user", { caches: 0o755, of: stranger, mode: 0o755, link: false }],
    ["everybody may write to", { caches: 0o755, of: owner, mode: 0o777, link: false }],
    ["another user may put a folder in the place of", { caches: 0o777, of: owner, mode: 0o700, link: false }],
    ["is a link of another user's", { caches: 0o1777, of: stranger, mode: 0o755, link: true }],
  ])("a cache that %s is not used", (_, { caches, of, mode, link }) => {
    const { root, home, file, run } = machine();
    const cache = join(place(join(home, ".cache"), owner, caches), "plumb");
    const target = place(link ? join(root, "theirs") : cache, of, 0o777);
    const said = plantCode(bundle, target, file);
    chmodSync(target, mode);
    if (link) symlinkSync(target, cache);
    if (link) lchownSync(cache, stranger, stranger);
    const before = readdirSync(target, { recursive: true }).toSorted();
    const checked = run(["check"]);
    expect(checked).toMatchObject({ exitCode: 0, stderr: "" });
    expect(checked.stdout).not.toContain(said);
    expect(readdirSync(target, { recursive: true }).toSorted()).toEqual(before);
  });
});
