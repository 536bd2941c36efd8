import type { ParsedArguments } from "./arguments.ts";
import { clean } from "./rendering/text.ts";

/** First words of the commands that are about a stack, which the declaration and its folder tell apart. */
const ofStack: ReadonlySet<string> = new Set([
  ...["check", "config", "convert", "destroy", "drift", "get", "graph", "import", "lookup", "outputs", "plan"],
  ...["refresh", "report", "runs", "state", "undo", "unmanaged", "up", "why"],
]);

/** Those of the commands that are about all that a state directory or a server has. */
const ofStore: ReadonlySet<string> = new Set([
  ...[
    "audit",
    "backup",
    "catalog",
    "credential",
    "doctor",
    "key",
    "prune",
    "restore",
    "role",
    "schema",
    "stack",
    "token",
    "whoami",
  ],
]);

const placed: readonly { readonly name: string; readonly label: string; readonly isOfStack: boolean }[] = [
  { name: "file", label: "-f", isOfStack: true },
  { name: "stack", label: "-s", isOfStack: true },
  { name: "dir", label: "--dir", isOfStack: false },
  { name: "server", label: "--server", isOfStack: false },
];

/**
 * Completes the commands that a text for people names in backquotes by what was given to find the same stack: a hint
 * that is typed as it stands must not reach another one. Options that a command has already stay as they are.
 */
export function namedCommands({ values }: ParsedArguments): (text: string) => string {
  const given = placed.flatMap(({ name, label, isOfStack }) =>
    (values.get(name) ?? []).map((value) => ({ name, label, isOfStack, value: quoted(clean(value)) })),
  );
  if (given.length === 0) return (text) => text;
  return (text) =>
    text.replaceAll(/`plumb ([a-z]+)([^`]*)`/g, (whole, word: string, rest: string) => {
      const isOfStack = ofStack.has(word);
      if ((!isOfStack && !ofStore.has(word)) || rest.includes("--help")) return whole;
      const missing = given.filter(
        (each) => (isOfStack || !each.isOfStack) && !` ${rest} `.match(`\\s(?:${each.label}|--${each.name})[\\s=]`),
      );
      return `\`plumb ${word}${rest}${missing.map(({ label, value }) => ` ${label} ${value}`).join("")}\``;
    });
}

/** As a shell takes it. */
function quoted(value: string): string {
  return /^[\w./:@%+=,-]+$/.test(value) ? value : `'${value.replaceAll("'", `'\\''`)}'`;
}
