import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { load } from "js-yaml";
import { type Run, startPlumb } from "../e2e/run-plumb.fixture.ts";
import { WithoutChance } from "./without-chance.ts";

/** One thing that happens in a story at the command line. */
type Happening =
  | { readonly write: Readonly<Record<string, string>> }
  /**
   * A command; `keep` names parts of its output (the first group of a pattern) that later commands write as `{{name}}`.
   */
  | { readonly plumb: string | readonly string[]; readonly keep?: Readonly<Record<string, string>> }
  /** Another hand at the platform: `METHOD path` and a body. */
  | { readonly wire: string; readonly body?: unknown };

interface CommandStory {
  readonly about: string;
  readonly steps: readonly Happening[];
}

/** Plays a story in a fresh folder with the program, and gives what a reader of the terminal would have seen. */
export async function playCommands(file: string, program: string): Promise<string> {
  const story = load(readFileSync(file, "utf8")) as CommandStory;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "plumb-recording-")));
  const chance = new WithoutChance([[folder, "<folder>"]]);
  const told = [`# ${story.about}`];
  const kept = new Map<string, string>();
  try {
    for (const step of story.steps) told.push(inOrder(chance.of(await played(step, { folder, program, kept }))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return `${told.join("\n\n")}\n`;
}

interface Stage {
  readonly folder: string;
  readonly program: string;
  readonly kept: Map<string, string>;
}

async function played(step: Happening, { folder, program, kept }: Stage): Promise<string> {
  if ("write" in step) return written(step.write, folder);
  if ("wire" in step) return byAnotherHand(step.wire, step.body, folder, program);
  const words = typeof step.plumb === "string" ? step.plumb.split(" ") : step.plumb;
  const argv = words.map((word) => word.replace(/\{\{(\w+)\}\}/g, (_, name: string) => kept.get(name) ?? ""));
  const { exitCode, stdout, stderr } = await startPlumb(argv, folder, { XDG_CONFIG_HOME: folder }, program).ended;
  for (const [name, pattern] of Object.entries(step.keep ?? {}))
    kept.set(name, new RegExp(pattern).exec(stdout)?.[1] ?? "");
  return [`$ plumb ${argv.join(" ")}`, ...told("", stdout), ...told("! ", stderr), `= ${exitCode}`].join("\n");
}

/** Steps that do not wait for one another end in any order: their lines are told by name. */
function inOrder(text: string): string {
  return text.replace(
    /(?:^[-+~^<>/]+ +\S+ .*<duration>.*\n)+/gm,
    (lines) => `${lines.trimEnd().split("\n").sort().join("\n")}\n`,
  );
}

function written(files: Readonly<Record<string, string>>, folder: string): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return `> ${Object.keys(files).join(", ")}`;
}

async function byAnotherHand(call: string, body: unknown, folder: string, program: string): Promise<string> {
  const cloud = startPlumb(["cloud", "--port", "0", "--json"], folder, {}, program);
  try {
    await cloud.says("}");
    const { url } = JSON.parse(cloud.output()) as { readonly url: string };
    const [method = "GET", path = ""] = call.split(" ");
    const response = await fetch(`${url}/${path}`, {
      method,
      headers: { authorization: "Bearer local:admin@local.example", "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return `> ${call}\n= ${response.status}`;
  } finally {
    cloud.signal("SIGTERM");
    await cloud.ended;
  }
}

/** The lines of an output, each with its mark; none where there is no output. */
function told(mark: string, output: Run["stdout"]): readonly string[] {
  return output === ""
    ? []
    : output
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => `${mark}${line}`);
}
