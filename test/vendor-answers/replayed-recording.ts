import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isJsonObject, type Json } from "../../packages/base/json/json.ts";
import type { RecordedLine } from "../../src/providers/recording/recorded-line.ts";
import { CommandStage } from "./play-command.ts";
import { PlayedVendor } from "./played-vendor.ts";
import type { CommandLine, Exchange } from "./recorded-case.ts";
import type { Subject } from "./subjects.ts";

/** What a command line came to. */
interface Came {
  readonly code: number;
  /** Methods of the writes, in order. */
  readonly writes: readonly string[];
  /** Codes of problems, and the commands that are named to help, in order. */
  readonly said: readonly string[];
}

/** What is recorded: a vendor that tells which writes it got. */
interface Vendor extends Pick<PlayedVendor, "answer" | "writes"> {
  command: number;
}

/** A request and its answer, as they were before they were recorded. */
interface Original {
  readonly url: URL;
  readonly text: string;
}

/**
 * Plays the commands of a case while they are recorded, and again against what the recordings have, with the
 * declaration in their pseudonyms. Each recording has pseudonyms of its own: later ones are told in those of the first
 * that knew the word.
 */
export async function playAndReplay(
  subject: Subject,
  vendor: Vendor,
  commands: readonly CommandLine[],
): Promise<{ readonly first: readonly Came[]; readonly again: readonly Came[] }> {
  const folder = mkdtempSync(join(tmpdir(), "plumb-replay-"));
  try {
    const originals: Original[] = [];
    const answer: PlayedVendor["answer"] = async (request) => {
      const response = await vendor.answer(request);
      originals.push({ url: new URL(request.url), text: await response.clone().text() });
      return response;
    };
    const words = new Words();
    const replayed: Exchange[] = [];
    const recordings = join(folder, "rec");
    const known = new Set<string>();
    const variables = { PLUMB_RECORD: recordings };
    const first = await played(subject, vendor, commands, { answer, variables }, (index) => {
      const lines = newExchanges(recordings, known);
      const own = words.learn(lines, originals.splice(0));
      for (const { request, query, times, answer } of lines) {
        if (answer === undefined) continue;
        const exchange: Exchange = { request, query, times, answer, in: index + 1 };
        replayed.push(renamed(exchange, own));
      }
    });
    const { inputs, config } = subject;
    const replay: Subject = {
      ...subject,
      inputs: renamed(inputs, words.known),
      // The address of a workspace stays the one that the environment trusts.
      config: { ...renamed(config, words.known), ...pick(config, "baseUrl") },
    };
    const vendorAgain = new PlayedVendor(replayed);
    const around = { answer: vendorAgain.answer };
    const again = await played(replay, vendorAgain, renamed(commands, words.known), around, () => {});
    return { first, again };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pick(config: Subject["config"], key: string): Subject["config"] {
  const value = config[key];
  return value === undefined ? {} : { [key]: value };
}

interface Around {
  readonly answer: PlayedVendor["answer"];
  readonly variables?: Readonly<Record<string, string>>;
}

async function played(
  subject: Subject,
  vendor: Vendor,
  commands: readonly CommandLine[],
  { answer, variables = {} }: Around,
  after: (index: number) => void,
): Promise<readonly Came[]> {
  const around = {
    answer,
    get writes() {
      return vendor.writes;
    },
  };
  const stage = new CommandStage(subject, around, variables);
  const came: Came[] = [];
  try {
    for (const [index, command] of commands.entries()) {
      vendor.command = index + 1;
      const { code, writes, output } = await stage.play(command.line, command.after);
      came.push({ code, writes: writes.map((line) => line.split(" ", 1)[0] ?? ""), said: hintsIn(output) });
      after(index);
    }
  } finally {
    stage.close();
  }
  return came;
}

/** What a command says to do. Whether it says that it waits depends on how fast the vendor is. */
function hintsIn(output: string): readonly string[] {
  const lines = output.split("\n").filter((line) => !line.includes("  waiting for "));
  const told = lines.join(" ").replace(/\s+/g, " ");
  return [...told.matchAll(/\b(?:error|warning)\[[a-z-]+\]|`(?:plumb|az|gcloud) [a-z]+|run again/g)].map(
    ([each]) => each,
  );
}

/** Exchanges of the recordings that were not there before, in order. */
function newExchanges(recordings: string, known: Set<string>): readonly Extract<RecordedLine, { kind: "exchange" }>[] {
  if (!existsSync(recordings)) return [];
  const names = readdirSync(recordings).filter((name) => !known.has(name));
  for (const name of names) known.add(name);
  const lines = names.flatMap((name) =>
    readdirSync(join(recordings, name))
      .sort()
      .map((file) => JSON.parse(readFileSync(join(recordings, name, file), "utf8")) as RecordedLine),
  );
  // What had no answer has none the next time, too.
  return lines.filter((line) => line.kind === "exchange").filter(({ answer }) => answer !== undefined);
}

const word = /[\p{L}\p{N}-]+/gu;

/** Takes out what was said to a recorded path: of what was said side by side either may have been answered first. */
function takeLikest(left: Original[], path: string): Original {
  const recorded = path.match(word) ?? [];
  const likeness = ({ url }: Original) => {
    const said = decodeURIComponent(url.pathname).match(word) ?? [];
    return said.length === recorded.length ? said.filter((each, index) => each === recorded[index]).length : -1;
  };
  const best = Math.max(...left.map(likeness));
  const [found] = left.splice(
    left.findIndex((each) => likeness(each) === best),
    1,
  );
  return found ?? { url: new URL("http://none.test"), text: "" };
}

/** Which pseudonym stands for which word, learned by laying what was said beside what was recorded. */
class Words {
  /** By word, in the pseudonyms of the recording that knew it first. */
  readonly known = new Map<string, string>();

  /** Of a word in capitals whose other form is known: the same pseudonym, in capitals. */
  #inCapitals(each: string): string | undefined {
    return each === each.toUpperCase() ? this.known.get(each.toLowerCase())?.toUpperCase() : undefined;
  }

  /** Gives the pseudonyms of one more recording in those that are known. */
  learn(
    lines: readonly Extract<RecordedLine, { kind: "exchange" }>[],
    originals: readonly Original[],
  ): ReadonlyMap<string, string> {
    const own = new Map<string, string>();
    const beside = (said: string, recorded: string) => {
      const [before, after] = [said.match(word) ?? [], recorded.match(word) ?? []];
      if (before.length !== after.length) throw new Error(`${recorded} has other words than ${said}`);
      for (const [index, each] of before.entries()) {
        const pseudonym = after[index] ?? each;
        // A short number may by chance stand for itself, in one recording and not in the next.
        const told = this.known.get(each) ?? this.#inCapitals(each) ?? pseudonym;
        this.known.set(each, told);
        if (told !== pseudonym) own.set(pseudonym, told);
      }
    };
    const bodies = (said: Json, recorded: Json) => {
      if (typeof said === "string" && typeof recorded === "string") beside(said, recorded);
      else if (Array.isArray(said) && Array.isArray(recorded))
        for (const [index, each] of said.entries()) bodies(each, recorded[index] ?? null);
      else if (isJsonObject(said) && isJsonObject(recorded)) {
        const inner = Object.values(recorded);
        for (const [index, each] of Object.values(said).entries()) bodies(each, inner[index] ?? null);
      }
    };
    if (lines.length !== originals.length) throw new Error(`${lines.length} of ${originals.length} were recorded`);
    const left = [...originals];
    for (const { request, query, answer } of lines) {
      const path = request.slice(request.indexOf(" ") + 1);
      const { url, text } = takeLikest(left, path);
      beside(decodeURIComponent(url.pathname), path);
      for (const [name, value] of Object.entries(query)) beside(url.searchParams.get(name) ?? value, value);
      if (answer?.text !== undefined) beside(text, answer.text);
      if (answer?.body !== undefined) bodies(JSON.parse(text) as Json, answer.body);
    }
    return own;
  }
}

/** A document with words exchanged; names of fields stay. */
function renamed<T>(document: T, names: ReadonlyMap<string, string>): T {
  return JSON.parse(JSON.stringify(document), (_, value: Json) =>
    typeof value === "string" ? value.replace(word, (each) => names.get(each) ?? each) : value,
  ) as T;
}
