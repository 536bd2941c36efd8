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
    const commands = await Promise.all(
      invocation.catalog.map(async ({ name, summary, load }) => {
        const { options } = await load();
        return { name, summary, options: options.map((each) => `--${each.name}`) };
      }),
    );
    const global = globalOptionSpecs.map((each) => `--${each.name}`);
    invocation.context.stdout.write(renderCompletion(shell, commands, global));
    return exitCodes.done;
  },
};
