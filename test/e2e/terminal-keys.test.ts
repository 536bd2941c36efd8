import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasPython, lastLine, type OnTerminal, onTerminal } from "./pty.fixture.ts";
import { runPlumb } from "./run-plumb.fixture.ts";
import { declaration, slowCall, slowDown } from "./slow-cloud.fixture.ts";

const hourMs = 3_600_000;
const keys = { "Ctrl-C": "03", "Ctrl-D": "04" } as const;
const started: OnTerminal[] = [];
const folders: string[] = [];

/** A folder in which two objects stand, and one from which every read takes an hour. */
let base = "";
let slow = "";
let run = "";

beforeAll(async () => {
  [base, slow] = [newFolder(), newFolder()];
  writeFileSync(join(base, "plumb.yaml"), declaration);
  await runPlumb(["up", "--yes"], base);
  run = JSON.parse((await runPlumb(["runs", "list", "--json"], base)).stdout)[0].run;
  cpSync(base, slow, { recursive: true });
  await slowDown(slow, hourMs, "GET");
}, 60_000);

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "plumb-keys-"));
  folders.push(folder);
  return folder;
}

/** A copy of a folder, with what the declaration says by now. */
function copyOf(from: string, declared = declaration): string {
  const folder = newFolder();
  cpSync(from, folder, { recursive: true });
  writeFileSync(join(folder, "plumb.yaml"), declared);
  return folder;
}

function begin(argv: readonly string[], folder: string, environment = {}): OnTerminal {
  const command = onTerminal(argv, folder, { environment });
  started.push(command);
  return command;
}

const told = ({ exitCode, screen }: Awaited<OnTerminal["ended"]>) => {
  expect(screen).not.toMatch(/^\s+at /m);
  return { exitCode, last: lastLine(screen) };
};

/** Another size and Ctrl-D are nothing to a command at work: it is there to hear Ctrl-C. */
function resizedAndLeft(command: OnTerminal): void {
  command.resize(40, 10);
  command.type(keys["Ctrl-D"]);
  command.type(keys["Ctrl-C"]);
}

afterAll(async () => {
  for (const each of started) each.kill();
  await Promise.all(started.map(({ ended }) => ended));
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

const changed = declaration.replace(
  "here }",
  "here }\nconfig: { stage: { default: dev }, word: { secret: true, default: w } }",
);
const questions = [
  { argv: ["up"], declared: changed.replace("s/s }", "s/s, description: new }"), asks: "[y/N" },
  { argv: ["up"], declared: "name: signals\n", asks: "Type its name to go on" },
  { argv: ["destroy"], declared: changed, asks: "[y/N" },
  { argv: ["config", "set", "stage"], declared: changed, asks: "Value of stage" },
  { argv: ["config", "set", "word"], declared: changed, asks: "Value of word" },
  { argv: ["learn", "lesson"], declared: changed, asks: "Enter runs it" },
];

describe.runIf(hasPython).concurrent("at the question of", () => {
  test.each(questions.flatMap((each) => Object.entries(keys).map(([name, key]) => ({ ...each, name, key }))))(
    "$argv, $asks: a window of another size and $name",
    { timeout: 120_000 },
    async ({ argv, declared, asks, key }) => {
      const command = begin(argv, copyOf(base, declared));
      await command.says(asks);
      command.resize(40, 10);
      command.type(key);
      expect(told(await command.ended)).toEqual({ exitCode: 130, last: "Cancelled." });
    },
  );
});

/** Commands that read the platforms before they do anything else. */
const reading = [
  ...["plan", "up --yes", "destroy --yes", "undo RUN --yes", "refresh", "drift", "why first"],
  "unmanaged connectors:EndpointAttachment project=acme location=here",
  "import connectors:EndpointAttachment third here/third",
];

describe.runIf(hasPython).concurrent("while a call of", () => {
  test.each(reading)(
    "%s is under way, another size and Ctrl-D change nothing, and Ctrl-C ends it",
    { timeout: 120_000 },
    async (line) => {
      const folder = copyOf(slow);
      const command = begin(line.replace("RUN", run).split(" "), folder);
      await slowCall(folder);
      resizedAndLeft(command);
      expect(told(await command.ended)).toEqual({ exitCode: 130, last: "Cancelled." });
    },
  );
});

const operation = { PLUMB_LOCAL_OPERATION_MS: String(hourMs) };
const waits = [
  { line: "up --yes", environment: operation, says: "waiting for", exitCode: 130, last: "/operations/operation-" },
  { line: "plan --watch", says: "Watching", exitCode: 0, last: "^C" },
  { line: "serve --port 0", says: "serves on", exitCode: 0, last: '"message":"stopped"' },
  { line: "cloud --port 0", says: "http://", exitCode: 0, last: "^C" },
];

describe.runIf(hasPython).concurrent("while it waits,", () => {
  test.each(waits)(
    "$line takes another size, goes on at Ctrl-D, and ends at Ctrl-C",
    { timeout: 120_000 },
    async ({ line, environment, says, exitCode, last }) => {
      const folder = environment === undefined ? copyOf(base) : newFolder();
      writeFileSync(join(folder, "plumb.yaml"), declaration);
      const command = begin(line.split(" "), folder, environment);
      await command.says(says);
      resizedAndLeft(command);
      expect(told(await command.ended)).toEqual({ exitCode, last: expect.stringContaining(last) });
    },
  );
});
