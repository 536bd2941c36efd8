import { chmodSync, chownSync, lchownSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildBundle } from "./built-bundle.fixture.ts";
import { sharedMachine } from "./shared-machine.fixture.ts";
import { owner, place, stranger, whyNoTwoUsers } from "./two-users.fixture.ts";

const why = whyNoTwoUsers();
const key = `${Buffer.alloc(32, 7).toString("base64")}\n`;
const seal = ["config", "set", "pin", "1234", "--secret"];

describe.skipIf(why !== null)(`files that the environment names${why === null ? "" : ` (skipped: ${why})`}`, () => {
  let folder = "";
  let bundle = "";
  beforeAll(() => {
    ({ folder, bundle } = buildBundle());
    chmodSync(folder, 0o755);
    // What `plumb serve` needs besides the bundle.
    rmSync(join(folder, "node_modules"), { recursive: true });
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A folder of the owner's for secrets, and runs whose key lies there. */
  function withKeys() {
    const here = sharedMachine(bundle);
    const keys = place(join(here.home, "keys"), owner, 0o700);
    const file = join(keys, "a.key");
    const sealed = () => here.run(seal, { PLUMB_SECRET_KEY_FILE: file });
    return { ...here, keys, file, sealed };
  }

  test.each([
    ["belongs to another user", { uid: stranger, gid: stranger, mode: 0o600 }, [String(stranger), "chown"]],
    ["all users may write", { uid: owner, gid: owner, mode: 0o602 }, [" write ", "chmod 600"]],
    ["a group may write", { uid: owner, gid: stranger, mode: 0o620 }, [" write ", "chmod 600"]],
    ["all users may read", { uid: owner, gid: owner, mode: 0o604 }, [" read ", "chmod 600"]],
    ["a group may read", { uid: owner, gid: stranger, mode: 0o640 }, [" read ", "chmod 600"]],
    ["belongs to root and all users may read", { uid: 0, gid: 0, mode: 0o644 }, [" read ", "chmod 600"]],
    ["belongs to root and a group may write", { uid: 0, gid: owner, mode: 0o660 }, [" write ", "chmod 600"]],
  ])("a key that %s is refused with its path and the way out", (_, { uid, gid, mode }, words) => {
    const { file, home, sealed } = withKeys();
    place(file, uid, mode, key);
    chownSync(file, uid, gid);
    chmodSync(file, mode);
    const refused = sealed();
    expect(refused).toMatchObject({ exitCode: 1, stdout: "" });
    for (const word of [file, ...words]) expect(refused.stderr.replace(/\s+/g, " ")).toContain(word);
    expect(readdirSync(home)).not.toContain("plumb.dev.yaml");
  });

  test.each([
    ["the owner's alone", { uid: owner, gid: owner, mode: 0o400 }],
    ["root's for a group", { uid: 0, gid: owner, mode: 0o440 }],
  ])("a key that is %s is used", (_, { uid, gid, mode }) => {
    const { file, sealed } = withKeys();
    place(file, uid, mode, key);
    chownSync(file, uid, gid);
    chmodSync(file, mode);
    expect(sealed()).toMatchObject({ exitCode: 0, stderr: "" });
    expect(statSync(file).mode & 0o777).toBe(mode);
  });

  test("a key of root's that a container mounts in memory is used, through links of root's, though all may read it", () => {
    const { root, run } = withKeys();
    const memory = "/dev/shm";
    const mounted = join(memory, `plumb-${process.pid}.key`);
    try {
      place(mounted, 0, 0o444, key);
      const link = join(place(join(root, "secrets"), 0, 0o1777), "key");
      symlinkSync(mounted, link);
      expect(run(seal, { PLUMB_SECRET_KEY_FILE: link })).toMatchObject({ exitCode: 0, stderr: "" });
      lchownSync(link, stranger, stranger);
      const refused = run(seal, { PLUMB_SECRET_KEY_FILE: link });
      expect(refused).toMatchObject({ exitCode: 1 });
      for (const word of [link, String(stranger)]) expect(refused.stderr).toContain(word);
    } finally {
      rmSync(mounted, { force: true });
    }
  });

  test("a key in a folder that others may change is refused, and none is made there", () => {
    const { keys, file, sealed } = withKeys();
    for (const there of [false, true]) {
      if (there) place(file, owner, 0o600, key);
      chmodSync(keys, 0o777);
      const refused = sealed();
      expect(refused).toMatchObject({ exitCode: 1 });
      for (const word of [keys, "all users", "chmod"]) expect(refused.stderr.replace(/\s+/g, " ")).toContain(word);
      chmodSync(keys, 0o700);
      expect(readdirSync(keys)).toEqual(there ? ["a.key"] : []);
    }
  });

  test("a config file that a third user has put beside the declaration is not read, and its declarer's is", () => {
    const { shared, run } = sharedMachine(bundle);
    const file = place(join(shared, "plumb.yaml"), owner, 0o644, "name: test\n");
    const config = place(join(shared, "plumb.dev.yaml"), stranger, 0o644, "config: { pin: theirs }\n");
    for (const argv of [
      ["config", "list"],
      ["config", "set", "pin", "1"],
    ]) {
      const refused = run([...argv, "-f", file]);
      expect(refused, argv.join(" ")).toMatchObject({ exitCode: 1, stdout: "" });
      for (const word of [config, String(stranger)]) expect(refused.stderr.replace(/\s+/g, " ")).toContain(word);
    }
    chownSync(file, stranger, stranger);
    expect(run(["config", "list", "-f", file])).toMatchObject({ exitCode: 0 });
  });

  test("nothing is written through a link of another user's, and through one of the owner's own it is", () => {
    const { shared, home, run } = sharedMachine(bundle);
    const victim = place(join(home, "victim"), owner, 0o600, "config: {}\n");
    const link = join(shared, "link");
    symlinkSync(victim, link);
    const config = join(shared, "plumb.dev.yaml");
    symlinkSync(join(home, "made"), config);
    const file = place(join(shared, "plumb.yaml"), owner, 0o644, "name: test\nconfig: { pin: { type: string } }\n");
    for (const each of [link, config]) lchownSync(each, stranger, stranger);
    for (const argv of [
      ["plan", "--out", link],
      ["config", "set", "pin", "1", "-f", file],
    ]) {
      const refused = run(argv);
      expect(refused, argv.join(" ")).toMatchObject({ exitCode: 1 });
      expect(refused.stderr).toContain(String(stranger));
      expect(refused.stderr).not.toContain("    at ");
    }
    expect(readFileSync(victim, "utf8")).toBe("config: {}\n");
    expect(readdirSync(home)).not.toContain("made");
    lchownSync(link, owner, owner);
    expect(run(["plan", "--out", link])).toMatchObject({ exitCode: 0 });
    expect(readFileSync(victim, "utf8")).toContain('"format": 2');
  });

  test("what the file system refuses is told in a sentence", () => {
    const { shared, home, file, run } = sharedMachine(bundle);
    const theirs = place(join(shared, "plan.json"), stranger, 0o666, "");
    place(join(home, "plumb.dev.yaml"), 0, 0o644, "config: {}\n");
    for (const argv of [
      ["plan", "--out", theirs],
      ["config", "set", "pin", "1"],
    ]) {
      const refused = run(argv);
      expect(refused, argv.join(" ")).toMatchObject({ exitCode: 1 });
      expect(refused.stderr).toContain("written");
      expect(refused.stderr).not.toContain("    at ");
    }
    chmodSync(file, 0);
    expect(run(["check"]).stderr).toContain("the right to read");
  });

  const serve = ["serve", "--port", "0"];

  test.each([
    ["in a folder of another user", (keys: string) => chownSync(keys, stranger, stranger), [String(stranger)]],
    ["in a folder that all users may write to", (keys: string) => chmodSync(keys, 0o777), ["all users"]],
    [
      "that another user has put there",
      (keys: string) => place(join(keys, "token"), stranger, 0o666, ""),
      [String(stranger)],
    ],
    ["in a folder that is missing", (keys: string) => rmSync(keys, { recursive: true }), ["ENOENT"]],
    ["in a folder that nobody may write to", (keys: string) => chmodSync(keys, 0o500), ["EACCES", String(owner)]],
  ])("a token of the first admin is not written %s", (_, spoil, words) => {
    const { keys, run } = withKeys();
    spoil(keys);
    const file = join(keys, "token");
    const refused = run(serve, { PLUMB_ADMIN_TOKEN_FILE: file });
    expect(refused).toMatchObject({ exitCode: 1 });
    for (const word of [file, "PLUMB_ADMIN_TOKEN_FILE", ...words])
      expect(refused.stderr.replace(/\s+/g, " ")).toContain(word);
    const left = readdirSync(dirname(keys), { recursive: true, encoding: "utf8" });
    expect(left.filter((name) => name.includes(".new"))).toEqual([]);
    if (left.includes("keys/token")) expect(readFileSync(file, "utf8")).toBe("");
  });

  test.each([
    ["belongs to another user", stranger, 0o755, [String(stranger), "chown"]],
    ["all users may write to", owner, 0o777, ["all users", "chmod o-w"]],
    ["another group may write to", owner, 0o775, ["group", "chmod g-w"]],
  ])("a state directory below a folder that %s is refused", (_, uid, mode, words) => {
    const { home, run } = sharedMachine(bundle);
    const above = place(join(home, "above"), uid, mode);
    chownSync(above, uid, mode === 0o775 ? stranger : uid);
    const dir = join(above, "state");
    for (const there of [false, true]) {
      if (there) place(dir, owner, 0o700);
      for (const argv of [["up", "--yes"], ["state", "list"], ["doctor"]]) {
        const refused = run([...argv, "--dir", dir]);
        expect(refused, argv.join(" ")).toMatchObject({ exitCode: 1 });
        for (const word of [above, "--dir", ...words]) expect(refused.stderr.replace(/\s+/g, " ")).toContain(word);
      }
      expect(readdirSync(above)).toEqual(there ? ["state"] : []);
    }
    expect(run(["check", "--dir", dir])).toMatchObject({ exitCode: 0 });
    expect(readdirSync(dir)).toEqual([]);
  });

  test("a state directory behind a link of another user's on the way is refused, behind one of the owner's own is used", () => {
    const { root, home, run } = sharedMachine(bundle);
    place(join(root, "elsewhere"), owner, 0o700);
    symlinkSync(join(root, "elsewhere"), join(home, "link"));
    lchownSync(join(home, "link"), stranger, stranger);
    const dir = join(home, "link", "state");
    const refused = run(["up", "--yes", "--dir", dir]);
    expect(refused).toMatchObject({ exitCode: 1 });
    for (const word of [join(home, "link"), String(stranger)]) expect(refused.stderr).toContain(word);
    lchownSync(join(home, "link"), owner, owner);
    expect(run(["up", "--yes", "--dir", dir])).toMatchObject({ exitCode: 0 });
  });

  test("a login in a folder below one that all users may write to is not used", () => {
    const { home, run } = sharedMachine(bundle);
    const config = place(join(home, ".config"), owner, 0o777);
    place(join(place(join(config, "plumb"), owner, 0o700), "logins.json"), owner, 0o600, "{}");
    const refused = run(["whoami", "--server", "https://plumb.invalid"]);
    expect(refused.stderr.replace(/\s+/g, " ")).toMatch(new RegExp(`all users .* ${config}`));
  });

  test.each(["--access", "--policies"])("what %s names is not read where all users may write to it", (option) => {
    const { home, run } = sharedMachine(bundle);
    const named = join(home, "named");
    if (option === "--access") place(named, owner, 0o666, "{}");
    else place(named, owner, 0o777);
    const refused = run([...serve, option, named]);
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr.replace(/\s+/g, " ")).toMatch(new RegExp(`all users .* ${named}`));
  });
});
