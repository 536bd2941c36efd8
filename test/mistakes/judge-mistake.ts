import { codeExplanations } from "../../src/cli/reports/explanations.ts";
import type { Mistake } from "./mistake.ts";
import { markedPlace, markedTexts, type Told } from "./play-mistake.ts";

/** What is held against a mistake: all of it as wanted, or where it falls short. */
export interface Judgement {
  readonly code: number;
  /** Of the first problem. */
  readonly place: string | undefined;
  /** Whether the line is shown. */
  readonly excerpt: boolean;
  readonly unsaid: readonly string[];
  readonly noise: readonly string[];
  /** Codes that `plumb explain` does not know. */
  readonly unexplained: readonly string[];
}

const known = new Set(codeExplanations().map(({ code }) => code));
const traces = ["    at ", "Traceback", "undefined", "[object ", "YAMLException", "ExperimentalWarning", "NaN"];

export function judged(mistake: Mistake, { code, output }: Told): { told: Judgement; wanted: Judgement } {
  const due = markedPlace(markedTexts(mistake));
  const first = output.split("\n").find((line) => /(error|warning)(\[[\w-]+\])?: /.test(line)) ?? "";
  const shown = plain(output);
  const told = {
    code,
    place: due === undefined || first.startsWith(`${due.place}: `) ? due?.place : (first.split(": ")[0] ?? ""),
    excerpt: due === undefined || shown.includes(`| ${plain(shownLine(due))}`),
    unsaid: mistake.says.filter((words) => !shown.includes(plain(words))),
    noise: [...traces, ...(mistake.never ?? [])].filter((words) => output.includes(words)),
    unexplained: [...output.matchAll(/(?:error|warning)\[([\w-]+)\]/g)].flatMap(([, each = ""]) =>
      known.has(each) ? [] : [each],
    ),
  };
  const nothing = { excerpt: true, unsaid: [], noise: [], unexplained: [] };
  return { told, wanted: { code: mistake.exit ?? 2, place: due?.place, ...nothing } };
}

/** A line as it is to be shown: of a stack's file its key alone, since the value may be a secret. */
function shownLine({ place, line }: { readonly place: string; readonly line: string }): string {
  const isOfStack = /^plumb\.[^.]+\.yaml:/.test(place);
  return isOfStack ? line.trim().replace(/: .*/, ": …") : line.trim();
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, " ");
}
