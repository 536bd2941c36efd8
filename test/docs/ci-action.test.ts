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

/**
 * GitHub as far as the action asks. `comments` has a line for each comment on pull request 7: its id, whether this
 * token wrote it, whether no other account has edited it, its text in base64. `pulls` has a line for each pull request
 * of the commit `merged`: its number, whether it was merged, the head that it was merged with.
 */
const gh = `#!/bin/sh
cd "$FORGE"
echo "$*" >> asked
case "$*" in
  *"/commits/merged/pulls"*) cat pulls ;;
  *"/commits/"*) ;;
  *"--method POST"*"issues/7/comments"*)
    echo "id-41 true true $(base64 < "$HERE/comment.md" | tr -d '\\n')" >> comments ;;
  *updateIssueComment*"id=id-41 "*)
    grep -v '^id-41 ' comments > others || true
    { cat others; echo "id-41 true true $(base64 < "$HERE/comment.md" | tr -d '\\n')"; } > comments ;;
  *updateIssueComment*) echo "gh may not write another's comment: $*" >&2; exit 1 ;;
  *"comments(first"*" number=7"*) [ ! -f comments ] || cat comments ;;
  *"search(query"*) [ ! -f issues ] || cat issues ;;
  "issue create"*) echo "3 true Drift in stack dev (.)" >> issues; cat "$HERE/issue.md" > issue ;;
  "issue edit 3 "*) cat "$HERE/issue.md" > issue ;;
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

function run(what: string, commit = "merged", head = "head-1") {
  const env = {
    ...{ ...surroundings(), HOME: folder, PATH: `${bin}:${dirname(process.execPath)}:${process.env["PATH"]}` },
    ...{ FORGE: forge, HERE: work, DO: what, STACK: "", FOLDER: ".", REPOSITORY: "acme/portal" },
    ...{ PULL_REQUEST: "7", HEAD: head, COMMIT: commit },
  };
  const { status, stdout, stderr } = spawnSync("bash", [place("plumb-ci.sh")], { cwd: work, env, encoding: "utf8" });
  return { status, said: `${stdout}${stderr}` };
}

const plumb = (...args: readonly string[]) =>
  spawnSync(process.execPath, [plumbProgram, ...args], { cwd: work, env: surroundings(), encoding: "utf8" });
const told = (name: string) => readFileSync(join(forge, name), "utf8");
const tell = (name: string, text: string) => writeFileSync(join(forge, name), text);
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** The comments on the pull request, as `gh` tells them. */
const comments = () => told("comments").trimEnd().split("\n");
const textOf = (comment: string | undefined) => Buffer.from(comment?.split(" ")[3] ?? "", "base64").toString();
const body = () => textOf(comments().find((each) => each.startsWith("id-41 ")));
tell("pulls", "6 false head-1\n7 true head-1\n");

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
    const first = body();
    expect(first).toMatch(
      /^<!-- plumb: stack dev \(\.\) -->\n<!-- plumb: planned at commit head-1 -->\n### Plan for stack portal\/dev/,
    );
    const declared = join(work, "plumb.yaml");
    writeFileSync(declared, readFileSync(declared, "utf8").replace("Backend of", "The backend of"));
    expect(run("plan").status).toBe(0);
    expect(body()).not.toBe(first);
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

  /** A plan that is kept and is not the one of the pull request, as a stranger's comment names it. */
  function strangersPlan(): string {
    const declared = join(work, "plumb.yaml");
    const reviewed = readFileSync(declared, "utf8");
    writeFileSync(declared, reviewed.replace("https://portal.example.com", "https://stranger.example.com"));
    expect(plumb("plan", "--out", "stranger.json").status).toBe(0);
    writeFileSync(declared, reviewed);
    return String(JSON.parse(readFileSync(join(work, "stranger.json"), "utf8")).digest);
  }
  const nothing = (why: string) => ({ status: 4, said: `${why}; nothing was changed.\n` });
  const named = "stack dev (.)";

  test("a comment of another account is no plan, whatever it begins with", () => {
    const digest = strangersPlan();
    expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    const forged = `<!-- plumb: ${named} -->\n<!-- plumb: planned at commit head-1 -->\n\`${digest}\`\n`;
    tell("comments", `id-13 false true ${base64(forged)}\n`);
    expect(run("apply")).toEqual(nothing(`Pull request 7 has no plan of ${named} that this account wrote`));
    expect(run("plan").status).toBe(0);
    expect(comments().map((each) => each.split(" ")[0])).toEqual(["id-13", "id-41"]);
    expect(body()).not.toContain(digest);
    const [theirs, ours] = comments();
    expect(textOf(theirs)).toBe(forged);
    tell("comments", `${theirs}\n${ours?.replace("true true", "true false")}\n`);
    expect(run("apply")).toEqual(nothing(`Another account has edited the plan of ${named} on pull request 7`));
    expect(plumb("plan", "--detailed-exitcode").status).toBe(3);
  });

  test("a plan of an earlier commit of the pull request is not the one that was merged", () => {
    expect(run("plan").status).toBe(0);
    tell("pulls", "7 true head-2\n");
    expect(run("apply")).toEqual(nothing(`The plan of ${named} on pull request 7 is not of its last commit head-2`));
    expect(run("plan", "merged", "head-2").status).toBe(0);
    expect(run("apply").said).toContain("Done in ");
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
    // A stranger's issue of that title, and ours of another folder, which a search for the title finds as well.
    tell("issues", "1 false Drift in stack dev (.)\n2 true Drift in stack dev (other)\n");
    for (const _again of [1, 2]) expect(run("drift").status).toBe(3);
    expect(told("issue")).toContain("by hand");
    expect(told("asked").match(/issue (create|edit)/g)).toEqual(["issue create", "issue edit"]);
  });
});
