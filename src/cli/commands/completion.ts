import type { OptionSpec } from "../arguments.ts";
import type { Command } from "../command.ts";
import { globalOptionSpecs } from "../global-options.ts";
import { renderCompletion, shells } from "../rendering/render-completion.ts";
import { exitCodes } from "../reports/exit-code.ts";
import { reportMistake } from "../reports/report.ts";

export const completion: Command = {
  positionals: [{ name: "SHELL", names: shells }],
  options: [],
  description: `Prints a script that completes commands and options in ${shells.join(", ")}.`,
  examples: [
    { line: "plumb completion fish > ~/.config/fish/completions/plumb.fish", meaning: "for fish" },
    { line: 'eval "$(plumb completion bash)"', meaning: "in ~/.bashrc; zsh likewise" },
  ],
  run: async (invocation) => {
    const [asked = ""] = invocation.arguments.positionals;
    const shell = shells.find((each) => each === asked);
    if (shell === undefined) {
      return reportMistake(invocation, {
        detail: `There is no completion for \`${asked}\`, only for ${shells.join(", ")}.`,
      });
    }
    const loaded = await Promise.all(
      invocation.catalog.map(async ({ name, summary, load }) => ({ name, summary, specs: (await load()).options })),
    );
    const commands = loaded.map(({ name, summary, specs }) => {
      return { name, summary, options: specs.map((each) => `--${each.name}`) };
    });
    const global = globalOptionSpecs.map((each) => `--${each.name}`);
    const valued = valuedOptions([...globalOptionSpecs, ...loaded.flatMap(({ specs }) => specs)]);
    invocation.context.stdout.write(renderCompletion(shell, commands, global, valued));
    return exitCodes.done;
  },
};

/** All spellings of options that take a value, each once. */
function valuedOptions(specs: readonly OptionSpec[]): readonly string[] {
  const spelled = specs.flatMap(({ name, short, value }) =>
    value === undefined ? [] : [`--${name}`, ...(short === undefined ? [] : [`-${short}`])],
  );
  return [...new Set(spelled)].sort();
}
