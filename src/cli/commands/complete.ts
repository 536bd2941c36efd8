import { type Names, type OptionSpec, optionToken, parseArguments } from "../arguments.ts";
import type { Command, Invocation } from "../command.ts";
import { globalOptionSpecs } from "../global-options.ts";
import { locateCommand } from "../locate-command.ts";
import { clean } from "../rendering/text.ts";
import { exitCodes } from "../reports/exit-code.ts";
import { listRuns } from "../runs/run-rows.ts";
import { shortDigest } from "../runs/whole-plan.ts";
import { readSettings } from "../settings.ts";
import { writeLines } from "../terminal.ts";

export const complete: Command = {
  positionals: [{ name: "WORD", rest: true, optional: true }],
  options: [],
  description:
    "Lists what the last word of a command line may become: names of stacks, resources, runs and types, and " +
    "values of options. The script of `plumb completion` asks it at each Tab. It changes nothing, and says nothing " +
    "of mistakes.",
  examples: [{ line: "plumb complete -- state show po", meaning: "names of resources that begin with po" }],
  run: async (invocation) => {
    const words = invocation.arguments.positionals;
    const last = words.at(-1) ?? "";
    // `--format=ht` is an option whose value comes next, in one word.
    const [, option, equals = ""] = /^(--[^=]+)(=)/.exec(last) ?? [];
    const before = [...words.slice(0, -1), ...(option === undefined ? [] : [option])];
    const names = (await meantBy(before, invocation)).map((name) => `${option ?? ""}${equals}${name}`);
    const fitting = names.map(clean).filter((name) => name.startsWith(last));
    writeLines(invocation.people, fitting);
    return exitCodes.done;
  },
};

/** What may stand after these words; nothing where they are no command or what they name can't be listed. */
async function meantBy(before: readonly string[], invocation: Invocation): Promise<readonly string[]> {
  const located = locateCommand(before, invocation.catalog);
  if (!located.ok || located.value.entry === undefined) return [];
  const { entry, rest } = located.value;
  const command = await entry.load();
  const specs = [...globalOptionSpecs, ...command.options];
  const waiting = waitingOption(rest, specs);
  const parsed = parseArguments(waiting === undefined ? rest : rest.slice(0, -1), specs);
  if (!parsed.ok) return [];
  const settings = readSettings(parsed.value, invocation.context.environment);
  if (!settings.ok) return [];
  const { positionals } = command;
  const place = positionals[parsed.value.positionals.length] ?? positionals.findLast(({ rest: all }) => all === true);
  const named = waiting === undefined ? place?.names : waiting.names;
  return named === undefined ? [] : await listed(named, invocation.withSettings(settings.value));
}

/** The option whose value comes next. */
function waitingOption(words: readonly string[], specs: readonly OptionSpec[]): OptionSpec | undefined {
  const option = optionToken(words.at(-1) ?? "", specs);
  return option?.spec?.value !== undefined && option.attached === undefined ? option.spec : undefined;
}

async function listed(names: Names, { api, settings, project }: Invocation): Promise<readonly string[]> {
  if (typeof names !== "string") return names;
  const { stack } = settings;
  if (names === "runs") {
    const runs = await listRuns(api, stack);
    return runs.ok ? runs.value.map(({ run }) => shortDigest(run)) : [];
  }
  if (names === "types") {
    const types = await api.list("listTypes", {});
    return types.ok ? types.value.map(({ type }) => type) : [];
  }
  if (names === "resources") {
    const resources = await api.list("listResources", { path: { stack } });
    return resources.ok ? resources.value.map(({ name }) => name) : [];
  }
  const stacks = await api.list("listStacks", {});
  if (!stacks.ok) return [];
  const here = await project();
  // Those of the project that lies here may be named without it.
  const own = here.ok ? `${here.value}/` : null;
  return stacks.value.flatMap(({ stack: path }) =>
    own !== null && path.startsWith(own) ? [path.slice(own.length), path] : [path],
  );
}
