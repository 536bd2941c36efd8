import {
  chmodSync,
  chownSync,
  lchownSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildBundle } from "./built-bundle.fixture.ts";
import { sharedMachine } from "./shared-machine.fixture.ts";
import { owner, place, plantCode, stranger, whyNoTwoUsers } from "./two-users.fixture.ts";

const why = whyNoTwoUsers();

describe.skipIf(why !== null)(`two users of one machine${why === null ? "" : ` (skipped: ${why})`}`, () => {
  let folder = "";
  let bundle = "";
  beforeAll(() => {
    ({ folder, bundle } = buildBundle());
    chmodSync(folder, 0o755);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const machine = () => sharedMachine(bundle);

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
    ["all users may write to", { caches: 0o755, of: owner, mode: 0o777, link: false }],
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

  const secret = '{"https://plumb.example":{"accessToken":"a"}}';

  /** State of the owner's, all that a run makes. */
  function withState() {
    const here = machine();
    expect(here.run(["up", "--yes"])).toMatchObject({ exitCode: 0 });
    return { ...here, state: join(here.home, ".plumb") };
  }

  const commands = [["plan"], ["up", "--yes"], ["state", "list"], ["doctor"], ["cloud", "log"]];

  test("a state directory of another user is refused: its path, its owner and the way out are told", () => {
    const { home, run } = machine();
    const state = place(join(home, ".plumb"), stranger, 0o777);
    for (const argv of commands) {
      const refused = run(argv);
      expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
      for (const word of [".plumb", String(stranger), "--dir"]) expect(refused.stderr).toContain(word);
    }
    expect(readdirSync(state)).toEqual([]);
    expect(run(["check"])).toMatchObject({ exitCode: 0 });
    expect(readdirSync(state)).toEqual([]);
  });

  test.each(["state.db", "state.db-wal", "cloud.db", "secret.key"])(
    "another user's %s in a state directory is refused, a link of theirs too",
    (name) => {
      const { root, state, run } = withState();
      rmSync(join(state, name), { force: true });
      for (const make of [
        () => place(join(state, name), stranger, 0o666, ""),
        () => {
          symlinkSync(place(join(root, "theirs"), owner, 0o600, "kept"), join(state, name));
          lchownSync(join(state, name), stranger, stranger);
        },
      ]) {
        make();
        const refused = run(["up", "--yes"]);
        expect(refused).toMatchObject({ exitCode: 1 });
        for (const word of [name, String(stranger)]) expect(refused.stderr).toContain(word);
        rmSync(join(state, name));
      }
      expect(readFileSync(join(root, "theirs"), "utf8")).toBe("kept");
    },
  );

  test("a link of the owner's own is followed, and what was made by root may be used", () => {
    const { root, home, state, run } = withState();
    renameSync(state, place(join(root, "elsewhere"), owner, 0o700));
    symlinkSync(join(root, "elsewhere"), join(home, ".plumb"));
    lchownSync(join(home, ".plumb"), owner, owner);
    expect(run(["plan"])).toMatchObject({ exitCode: 0 });
    lchownSync(join(home, ".plumb"), 0, 0);
    expect(run(["plan"])).toMatchObject({ exitCode: 0 });
  });

  test("a folder that all users may write to is no place for state", () => {
    const { shared, run } = machine();
    const refused = run(["up", "--yes", "--dir", shared]);
    expect(refused).toMatchObject({ exitCode: 1 });
    for (const word of [shared, "all users", "--dir"]) expect(refused.stderr).toContain(word);
    expect(readdirSync(shared)).toEqual([]);
    expect(run(["up", "--yes", "--dir", join(shared, "mine")])).toMatchObject({ exitCode: 0 });
    expect(statSync(join(shared, "mine")).mode & 0o777).toBe(0o700);
  });

  test("what another user left of checked declarations is not read", () => {
    const { state, run } = withState();
    expect(run(["check"])).toMatchObject({ exitCode: 0 });
    const checked = join(state, "checked");
    const [entry = ""] = readdirSync(checked);
    chownSync(checked, stranger, stranger);
    chmodSync(checked, 0o777);
    chownSync(join(checked, entry), stranger, stranger);
    writeFileSync(join(checked, entry), "planted");
    expect(run(["check"])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(join(checked, entry), "utf8")).toBe("planted");
  });

  test("a login that another user could have written is not used", () => {
    const { home, run } = machine();
    const config = place(join(home, ".config"), owner, 0o755);
    const folder = place(join(config, "plumb"), owner, 0o700);
    const logins = join(folder, "logins.json");
    const server = ["whoami", "--server", "https://plumb.invalid"];
    place(logins, stranger, 0o644, secret);
    const ofAnother = run(server);
    expect(ofAnother).toMatchObject({ exitCode: 1 });
    for (const word of [logins, String(stranger), "chown"]) expect(ofAnother.stderr).toContain(word);
    chownSync(logins, owner, owner);
    chmodSync(logins, 0o666);
    expect(run(server).stderr).toMatch(/all\s+users/);
    chmodSync(logins, 0o644);
    expect(run(server).stderr).toContain("error[server-unreachable]");
    expect(statSync(logins).mode & 0o777).toBe(0o600);
    chmodSync(folder, 0o777);
    expect(run(server).stderr).toMatch(/all\s+users/);
  });
});
