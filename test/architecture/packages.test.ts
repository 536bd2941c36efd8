import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

interface Package {
  readonly name: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const packageOf = (folder: string): Package => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));

const { rooms } = JSON.parse(readFileSync(join(root, "architecture/rooms.json"), "utf8")) as {
  readonly rooms: readonly {
    readonly path: string;
    readonly mayImport: readonly string[];
    readonly npm: readonly string[];
  }[];
};
const folders = globSync("packages/*", { cwd: root }).sort();

/** What the rooms of a package may import that is not in it: other packages, and those of npm. */
function neededBy(folder: string): readonly string[] {
  const own = rooms.filter(({ path }) => path === folder || path.startsWith(`${folder}/`));
  const others = own.flatMap(({ mayImport }) => mayImport.map((room) => `@plumbline/${room.split("/")[0]}`));
  const needed = new Set([...others, ...own.flatMap(({ npm }) => npm)]);
  return [...needed].filter((name) => name !== packageOf(folder).name).sort();
}

describe.each(folders)("%s", (folder) => {
  const { name, private: isPrivate, exports, dependencies = {} } = packageOf(folder);

  test("is called after its folder, and is nobody's to fetch", () => {
    expect({ name, isPrivate }).toEqual({ name: `@plumbline/${basename(folder)}`, isPrivate: true });
  });

  test("depends on what its rooms may import", () => {
    expect(Object.keys(dependencies).sort()).toEqual(neededBy(folder));
  });

  test("takes the project's versions", () => {
    const ours = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Package;
    const shared = Object.keys(dependencies).filter((each) => ours.dependencies?.[each] !== undefined);
    expect(shared.map((each) => dependencies[each])).toEqual(shared.map((each) => ours.dependencies?.[each]));
  });

  test("exports files that exist", () => {
    // A star of `exports` stands for any path.
    const files = Object.values(exports).map((file) => join(folder, file.replace("*", "**/*")));
    const lost = files.filter((file) => globSync(file, { cwd: root }).length === 0);
    expect(lost).toEqual([]);
  });
});

/** The program that the emulator's README shows. */
const [, shown = ""] =
  /```ts\n(.*?)```/s.exec(readFileSync(join(root, "packages/local-cloud/README.md"), "utf8")) ?? [];

test("a program in the checkout embeds the emulator by its name, as its README says", () => {
  const program = `${shown}\nprocess.stdout.write(await answer.text());`;
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", program], { cwd: root });
  expect(JSON.parse(said.toString())).toMatchObject({ locations: expect.any(Array) });
});
