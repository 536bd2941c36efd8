import type { ResourceChange } from "../../../contract/documents/resources.ts";
import { type Command, type Invocation, printJson } from "../../command.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { confirmed } from "../../runs/confirm.ts";
import { stackLabel } from "../../stacks/stack-label.ts";
import { withCommands } from "../../terminal.ts";

export const stateRm: Command = {
  positionals: [{ name: "NAME", names: "resources" }],
  options: [{ name: "yes", short: "y", summary: "do not ask before forgetting it" }],
  description:
    "Forgets a managed object: it stays on the platform as it is, and is no longer managed. " +
    "`plumb import` takes it back. A former object that waits for its deletion waits on. The name of a creation " +
    "that never ends gives that up: its object may be made yet, and `plumb unmanaged` finds it then.",
  examples: [
    { line: "plumb state rm portal", meaning: "ask, then forget `portal`" },
    { line: "plumb state rm portal --yes", meaning: "without asking" },
  ],
  run: async (invocation) => {
    const { settings, people, context } = invocation;
    const [name = ""] = invocation.arguments.positionals;
    const shown = clean(name);
    const isAsking = !invocation.arguments.flags.has("yes");
    if (isAsking && !context.stdin.isTTY) {
      const detail = "There is no terminal to ask on, and --yes is not given; nothing was forgotten.";
      return reportMistake(invocation, { detail, hint: "Add --yes." });
    }
    const underWay = await openCall(name, invocation);
    const stays = underWay === undefined ? "the object stays" : goesOn[underWay.operation];
    if (isAsking && !(await confirmed(invocation, `Forget ${shown}? ${sentence(stays)}`))) {
      if (settings.json) printJson(invocation, { forgotten: null });
      else people.write("Nothing was forgotten.\n");
      return exitCodes.cancelled;
    }
    const { stack } = settings;
    const answer = await invocation.api.call("forgetResource", { path: { stack, name } });
    if (!answer.ok) return reportFailure(invocation, answer.error);
    const left = await invocation.api.list("listResources", { path: { stack } });
    const waiting = left.ok ? left.value.filter((row) => row.name === name && row.status === "superseded") : [];
    if (settings.json)
      printJson(invocation, {
        forgotten: name,
        waiting: waiting.map(({ id }) => id),
        underWay: underWay?.operation ?? null,
      });
    else {
      people.write(`Forgot ${shown} in stack ${clean(await stackLabel(invocation))}; ${stays}.\n`);
      for (const { id } of waiting)
        people.write(
          `Its former object ${clean(id)} still waits for its deletion; ` +
            `${withCommands(people, `\`plumb state rm ${shown}\``)} once more forgets that, too.\n`,
        );
    }
    if (underWay?.operation === "create") people.write(withCommands(people, wayBack(underWay)));
    return exitCodes.done;
  },
};

/** How what a creation makes that was given up is found, and managed again. */
function wayBack({ name, type = "TYPE", id }: ResourceChange): string {
  const taking = [type, name, id].map(clean).join(" ");
  return (
    `Nothing deletes ${clean(id)} if the platform makes it after all. ` +
    `\`plumb unmanaged\` lists it then, and \`plumb import ${taking}\` takes it back.\n`
  );
}

/** What is said of the object while a call about it has no known end. */
const goesOn: Readonly<Record<ResourceChange["operation"], string>> = {
  create: "its creation was begun, and it may be made yet",
  update: "the change that was begun may reach the object yet",
  delete: "its deletion was begun and goes on",
  undelete: "its return was begun and goes on",
  record: "the object stays",
};

/** The newest call about a resource, where its end is not recorded. */
async function openCall(name: string, { api, settings: { stack } }: Invocation) {
  const history = await api.call("listResourceHistory", { path: { stack, name } });
  const open = history.ok ? history.value.changes.find(({ outcome }) => outcome === "open") : undefined;
  return open;
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
