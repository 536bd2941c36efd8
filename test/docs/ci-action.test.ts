import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";
import { afterAll, describe, expect, test } from "vitest";
import { plumbProgram, surroundings } from "../e2e/run-plumb.fixture.ts";

const place = (name: string) => fileURLToPath(new URL(`../../install/github/${name}`, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "plumb-action-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** GitHub as far as the action asks: one pull request, whose comments and issues are files. */
const gh = `#!/bin/sh
cd "$FORGE"
echo "$*" >> asked
case "$*" in
  *"/commits/merged/pulls"*) echo 7 ;;
  *"/commits/"*) ;;
  *"--method POST"*) echo 41 > id; cat "$HERE/comment.md" > body ;;
  *"--method PATCH"*"comments/41 "*) cat "$HERE/comment.md" > body ;;
  *"issues/7/comments"*) [ ! -f id ] || cat id body ;;
  "issue list"*) [ ! -f issue ] || echo 3 ;;
  "issue create"*|"issue edit 3 "*) cat "$HERE/issue.md" > issue ;;
  *) echo "gh was asked for $*" >&2; exit 1 ;;
esac
`;
const [bin, forge, work] = [join(folder, "bin"), join(folder, "forge"), join(folder, "work")] as const;
for (const each of [bin, forge, work]) mkdirSync(each);

function program(name: string, text: string): void {
  writeFileSync(join(bin, name), text);
  chmodSync(join(bin, name), 0o755);
}
program("gh", gh);
program("plumb", `#!/bin/sh\nexec "${process.execPath}" "${plumbProgram}" "$@"\n`);

function run(what: string, commit = "merged") {
  const env = {
    ...{ ...surroundings(), HOME: folder, PATH: `${bin}:${dirname(process.execPath)}:${process.env["PATH"]}` },
    ...{ FORGE: forge, HERE: work, DO: what, STACK: "", FOLDER: ".", REPOSITORY: "acme/portal" },
    ...{ PULL_REQUEST: "7", COMMIT: commit },
  };
  const { status, stdout, stderr } = spawnSync("bash", [place("plumb-ci.sh")], { cwd: work, env, encoding: "utf8" });
  return { status, said: `${stdout}${stderr}` };
}

const plumb = (...args: readonly string[]) =>
  spawnSync(process.execPath, [plumbProgram, ...args], { cwd: work, env: surroundings(), encoding: "utf8" });
const told = (name: string) => readFileSync(join(forge, name), "utf8");

test("the action hands the script what it reads", () => {
  const action = load(readFileSync(place("action.yml"), "utf8")) as { runs: { steps: { env: object }[] } };
  const script = readFileSync(place("plumb-ci.sh"), "utf8");
  const given = Object.keys(action.runs.steps[0]?.env ?? {});
  const read = new Set([...script.matchAll(/\$\{?([A-Z_]{2,})/g)].map(([, name]) => name ?? ""));
  expect([...read].filter((name) => !given.includes(name))).toEqual([]);
});

describe("on a pull request and after it", () => {
  test("the plan is one comment, and a second one takes its place; on merge exactly that plan is carried out", () => {
    expect(plumb("init", ".").status).toBe(0);
    expect(run("plan").status).toBe(0);
    const first = told("body");
    expect(first).toMatch(/^<!-- plumb: stack dev \(\.\) -->\n### Plan for stack portal\/dev/);
    const declared = join(work, "plumb.yaml");
    writeFileSync(declared, readFileSync(declared, "utf8").replace("Backend of", "The backend of"));
    expect(run("plan").status).toBe(0);
    expect(told("body")).not.toBe(first);
    expect(told("asked").match(/--method POST/g)).toHaveLength(1);
    const applied = run("apply");
    expect(applied.said).toContain("Done in ");
    expect(applied.status).toBe(0);
  });

  test("a merge whose declaration was not reviewed is told, after the reviewed plan was carried out", () => {
    const declared = join(work, "plumb.yaml");
    const edit = (from: string, to: string) =>
      writeFileSync(declared, readFileSync(declared, "utf8").replace(from, to));
    edit("The backend of", "A backend of");
    expect(run("plan").status).toBe(0);
    edit('"Portal (', '"The portal (');
    const applied = run("apply");
    expect(applied.said).toContain("Done in ");
    expect(applied.said).toContain("changes are left: 0 to create, 2 to change, 0 to delete.\n");
    expect(applied.status).toBe(3);
  });

  test("a plan that is out of date, or that there is none of, changes nothing", () => {
    expect(run("apply").status).toBe(4);
    expect(run("apply", "pushed")).toEqual({
      status: 4,
      said: "No pull request brought commit pushed, so there is no reviewed plan; nothing was changed.\n",
    });
  });

  test("drift is one issue", () => {
    expect(run("drift").status).toBe(0);
    writeFileSync(
      join(work, "seed.json"),
      JSON.stringify([
        {
          kind: "endpointAttachment",
          name: "projects/acme-dev/locations/europe-west1/endpointAttachments/portal-backend",
          serviceAttachment: "projects/acme-dev/regions/europe-west1/serviceAttachments/portal-backend",
          description: "by hand",
        },
      ]),
    );
    const seeded = plumb("cloud", "seed", "seed.json");
    expect([seeded.status, seeded.stdout]).toEqual([0, "Seeded 1 object in the local cloud.\n"]);
    for (const _again of [1, 2]) expect(run("drift").status).toBe(3);
    expect(told("issue")).toContain("by hand");
    expect(told("asked").match(/issue (create|edit)/g)).toEqual(["issue create", "issue edit"]);
  });
});
