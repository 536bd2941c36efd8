import { nearestName } from "../../packages/base/nearest-name.ts";
import type { Problem } from "../../packages/base/problems/problem.ts";
import { err, ok, type Result } from "../../packages/base/result.ts";
import type { ProblemDocument } from "../contract/documents/problems.ts";
import { hintForOption } from "./other-tools-hints.ts";

/** What a value on a command line names: one of these words, or one of a kind. The shell completes it. */
export type Names = "stacks" | "resources" | "runs" | "types" | readonly string[];

/** An option of the command line. Without `value` it is a flag. */
export interface OptionSpec {
  /** Long name without dashes. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** What the help calls the value, e.g. `FILE`. */
  readonly value?: string;
  readonly names?: Names;
  /** The value names what the command writes: never the declaration, nor anything that `plumb` keeps itself. */
  readonly writes?: "file" | "folder";
  /** The value is a whole number. */
  readonly isCount?: true;
  /** May be given more than once. */
  readonly repeatable?: boolean;
  readonly summary: string;
}

export interface ParsedArguments {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, readonly string[]>;
  readonly positionals: readonly string[];
}

/** What is wrong with a command line, and a way out. */
export interface UsageMistake {
  readonly detail: string;
  readonly hint?: string;
  /** The same with its place, where there is one: shown instead. */
  readonly problems?: readonly Problem[];
  /** The texts that the places are in. */
  readonly sources?: ReadonlyMap<string, string>;
  /**
   * What failed on the way, where nothing that was given is at fault: told instead, with the exit code that is its own.
   */
  readonly failure?: ProblemDocument;
}

export interface OptionToken {
  readonly label: string;
  readonly spec: OptionSpec | undefined;
  /** The value written in the same token (`--out=f`, `-ff`). */
  readonly attached: string | undefined;
}

/** Reads one token as an option, or gives undefined for a positional. A lone `-` is a positional. */
export function optionToken(token: string, specs: readonly OptionSpec[]): OptionToken | undefined {
  if (!token.startsWith("-") || token.length === 1) return undefined;
  if (token.startsWith("--")) {
    const equals = token.indexOf("=");
    const label = equals < 0 ? token : token.slice(0, equals);
    const spec = specs.find((each) => `--${each.name}` === label);
    return { label, spec, attached: equals < 0 ? undefined : token.slice(equals + 1) };
  }
  const label = token.slice(0, 2);
  const rest = token.slice(2);
  const attached = rest === "" ? undefined : rest.replace(/^=/, "");
  return { label, spec: specs.find((each) => each.short === label.slice(1)), attached };
}

/**
 * Parses a command line by its options; `--` ends the options. Values that start with a dash and are no numbers are
 * written `--name=-value`.
 */
export function parseArguments(
  argv: readonly string[],
  specs: readonly OptionSpec[],
): Result<ParsedArguments, UsageMistake> {
  const flags = new Set<string>();
  const values = new Map<string, string[]>();
  const positionals: string[] = [];
  for (let index = 0; index < argv.length; index += 1) {
    const token = argv[index] ?? "";
    if (token === "--") {
      positionals.push(...argv.slice(index + 1));
      break;
    }
    const option = optionToken(token, specs);
    if (option === undefined) {
      positionals.push(token);
      continue;
    }
    const { label, spec } = option;
    const long = longWithOneDash(token, specs);
    if (spec === undefined || long !== undefined) return err(unknownOption(long ?? label, specs));
    if (spec.value === undefined) {
      if (option.attached !== undefined) return err({ detail: `The option ${label} takes no value.` });
      flags.add(spec.name);
      continue;
    }
    let value = option.attached;
    if (value === undefined) {
      index += 1;
      value = argv[index];
      // A number below zero is no option, and the option says why it does not take it.
      if (value === undefined || (/^-./.test(value) && !/^-\d/.test(value))) {
        return err({ detail: `The option ${label} needs a value: ${label} ${spec.value}.` });
      }
    }
    if (value === "" && spec.names === "resources")
      return err({ detail: `The option ${label} takes a ${spec.value}, not an empty text.` });
    if (spec.isCount === true && !/^\d{1,9}$/.test(value))
      return err({
        detail: `The option ${label} takes a whole number from 0 to 999999999, not ${JSON.stringify(value)}.`,
      });
    const given = values.get(spec.name);
    if (given === undefined) values.set(spec.name, [value]);
    else if (spec.repeatable === true) given.push(value);
    else return err({ detail: `The option --${spec.name} is given twice; give one of the two.` });
  }
  return ok({ flags, values, positionals });
}

/**
 * The label of an option that is written as other tools write it, with one dash before a whole word; undefined for
 * anything else. Options of one letter, with a value in the same token, are no words that an option has.
 */
function longWithOneDash(token: string, specs: readonly OptionSpec[]): string | undefined {
  const [, label, name = ""] = /^(-([a-z][a-z-]+))(?:=.*)?$/.exec(token) ?? [];
  const isOption = specs.some((spec) => spec.name === name) || hintForOption(name) !== undefined;
  const isShort = specs.some((spec) => spec.short === name[0]);
  return label !== undefined && (isOption || !isShort) ? label : undefined;
}

function unknownOption(label: string, specs: readonly OptionSpec[]): UsageMistake {
  const known = specs.map((spec) => spec.name);
  const name = label.replace(/^-+/, "");
  const near = name.length > 1 ? nearestName(name, known) : undefined;
  const hint = hintForOption(label) ?? (near === undefined ? undefined : `Did you mean --${near}?`);
  return { detail: `There is no option ${label} here.`, ...(hint === undefined ? {} : { hint }) };
}

/** Splits `key=value` texts; later ones win. */
export function parsePairs(
  texts: readonly string[],
  label: string,
  form = "KEY=VALUE",
): Result<Readonly<Record<string, string>>, UsageMistake> {
  const pairs: [string, string][] = [];
  for (const text of texts) {
    const equals = text.indexOf("=");
    if (equals < 1) return err({ detail: `${label} takes ${form}, not ${JSON.stringify(text)}.` });
    pairs.push([text.slice(0, equals), text.slice(equals + 1)]);
  }
  return ok(Object.fromEntries(pairs));
}
