import { chmodSync, chownSync, lchownSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildBundle } from "./built-bundle.fixture.ts";
import { sharedMachine } from "./shared-machine.fixture.ts";
import { owner, place, stranger, whyNoTwoUsers } from "./two-users.fixture.ts";

const why = whyNoTwoUsers();
const ran = "the code runs";
const python = `#!/bin/sh\necho "${ran}" >&2\nexit 9\n`;

describe.skipIf(why !== null)(`programs beside other users${why === null ? "" : ` (skipped: ${why})`}`, () => {
  let folder = "";
  let bundle = "";
  beforeAll(() => {
    ({ folder, bundle } = buildBundle());
    chmodSync(folder, 0o755);
    rmSync(join(folder, "node_modules"), { recursive: true });
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A folder of the owner's with a program in Python, and an interpreter that says that it ran. */
  function withProgram(extension: "py" | "ts" = "py") {
    const here = sharedMachine(bundle);
    const project = place(join(here.shared, "project"), owner, 0o755);
    const program = place(join(project, `plumb.${extension}`), owner, 0o644, "");
    const interpreter = place(join(here.home, "python"), owner, 0o755, python);
    const check = (more: Readonly<Record<string, string>> = { PLUMB_PYTHON: interpreter }) =>
      here.run(["check", "-f", program], more);
    return { ...here, project, program, check };
  }

  test.each<[string, (place: ReturnType<typeof withProgram>) => unknown]>([
    ["that is another user's", ({ program }) => chownSync(program, stranger, stranger)],
    ["that all users may write to", ({ program }) => chmodSync(program, 0o666)],
    ["in a folder of another user", ({ project }) => chownSync(project, stranger, stranger)],
    ["in a folder that all users may write to", ({ project }) => chmodSync(project, 0o777)],
    ["in a folder that all users may put files into", ({ project }) => chmodSync(project, 0o1777)],
    [
      "in a folder that another group may write to",
      ({ project }) => {
        chownSync(project, owner, stranger);
        chmodSync(project, 0o775);
      },
    ],
    ["below a folder that all users may write to", ({ shared }) => chmodSync(shared, 0o777)],
  ])("a program %s is not run", (_, spoil) => {
    const here = withProgram();
    expect(here.check().stderr).toContain(ran);
    spoil(here);
    const refused = here.check();
    expect(refused).toMatchObject({ exitCode: 2 });
    expect(refused.stderr).not.toContain(ran);
    for (const word of [here.program, "is not run", "ch"]) expect(refused.stderr.replace(/\s+/g, " ")).toContain(word);
  });

  test("an interpreter in a virtual environment of another user's is not run, one of the owner's own is", () => {
    const { project, check } = withProgram();
    const venv = place(join(project, ".venv"), owner, 0o755);
    const bin = place(join(venv, "bin"), owner, 0o755);
    place(join(bin, "python"), owner, 0o755, python);
    expect(check({}).stderr).toContain(ran);
    for (const [path, mode] of [
      [venv, 0o755],
      [bin, 0o755],
      [join(bin, "python"), 0o755],
    ] as const) {
      chownSync(path, stranger, stranger);
      const refused = check({});
      expect(refused).toMatchObject({ exitCode: 2 });
      expect(refused.stderr).not.toContain(ran);
      expect(refused.stderr).toContain(String(stranger));
      chownSync(path, owner, owner);
      chmodSync(path, 0o777);
      expect(check({}).stderr).not.toContain(ran);
      chmodSync(path, mode);
    }
  });

  test("packages above the program's folder that are another user's are not run", () => {
    const { shared, project, check } = withProgram("ts");
    const sdk = (above: string) => join(above, "node_modules", "plumbline-sdk");
    const install = (above: string) => {
      mkdirSync(sdk(above), { recursive: true });
      place(join(sdk(above), "package.json"), owner, 0o644, '{"type":"module","exports":{"./run":"./run.js"}}');
      place(join(sdk(above), "run.js"), owner, 0o644, `console.log(${JSON.stringify(ran)})`);
      for (const each of [join(above, "node_modules"), sdk(above)]) lchownSync(each, owner, owner);
    };
    install(shared);
    expect(check().stderr).toContain(ran);
    for (const path of [sdk(shared), join(shared, "node_modules"), join(sdk(shared), "run.js")]) {
      chownSync(path, stranger, stranger);
      const refused = check();
      expect(refused).toMatchObject({ exitCode: 2 });
      expect(refused.stderr).not.toContain(ran);
      expect(refused.stderr).toContain(String(stranger));
      chownSync(path, owner, owner);
    }
    // What a program imports may be found above the SDK.
    install(project);
    chownSync(join(shared, "node_modules"), stranger, stranger);
    expect(check().stderr).not.toContain(ran);
  });

  test("files of the SDK, and what says which package a program is of, are another user's nowhere", () => {
    const { shared, project, check } = withProgram("ts");
    const sdk = join(project, "node_modules", "plumbline-sdk");
    mkdirSync(join(sdk, "dist"), { recursive: true });
    place(join(sdk, "package.json"), owner, 0o644, '{"type":"module","exports":{"./run":"./dist/run.js"}}');
    place(join(sdk, "dist", "run.js"), owner, 0o644, `console.log(${JSON.stringify(ran)})`);
    place(join(sdk, "dist", "channel.js"), owner, 0o644, "");
    for (const each of ["", "plumbline-sdk", "plumbline-sdk/dist"])
      lchownSync(join(project, "node_modules", each), owner, owner);
    chmodSync(shared, 0o1777);
    expect(check().stderr).toContain(ran);
    for (const path of [join(sdk, "package.json"), join(sdk, "dist", "channel.js")]) {
      chmodSync(path, 0o666);
      const refused = check();
      expect(refused.stderr).not.toContain(ran);
      expect(refused.stderr.replace(/\s+/g, " ")).toContain(path);
      chmodSync(path, 0o644);
    }
    const scope = place(join(shared, "package.json"), stranger, 0o644, '{"name":"plumbline-sdk"}');
    const refused = check();
    expect(refused.stderr).not.toContain(ran);
    expect(refused.stderr.replace(/\s+/g, " ")).toContain(scope);
    place(join(project, "package.json"), owner, 0o644, "{}");
    expect(check().stderr).toContain(ran);
  });

  test("packages in a virtual environment that all users may write to are not run", () => {
    const { project, check } = withProgram();
    const venv = place(join(project, ".venv"), owner, 0o755);
    place(join(place(join(venv, "bin"), owner, 0o755), "python"), owner, 0o755, python);
    const lib = place(join(venv, "lib"), owner, 0o755);
    const site = place(join(place(join(lib, "python3.11"), owner, 0o755), "site-packages"), owner, 0o755);
    const sdk = place(join(site, "plumbline_sdk"), owner, 0o755);
    const files = [join(sdk, "__init__.py"), join(venv, "pyvenv.cfg")];
    for (const file of files) place(file, owner, 0o644, "");
    expect(check({}).stderr).toContain(ran);
    for (const path of [lib, site, sdk, ...files]) {
      chmodSync(path, 0o777);
      expect(check({}).stderr).not.toContain(ran);
      chmodSync(path, path === lib || path === site || path === sdk ? 0o755 : 0o644);
    }
  });
});
