import { err, ok, type Result } from "../../../../packages/base/result.ts";
import { wholeName } from "../../../contract/stack-name.ts";
import type { UsageMistake } from "../../arguments.ts";
import { type Command, type Invocation, optionValue, printJson } from "../../command.ts";
import { apiClient } from "../../connection/api-client.ts";
import { globalOptions } from "../../global-options.ts";
import { isSafeAddress } from "../../login/safe-address.ts";
import { clean } from "../../rendering/text.ts";
import { exitCodes } from "../../reports/exit-code.ts";
import { reportFailure, reportMistake } from "../../reports/report.ts";
import { callOff, type End, moveBetween, type Unfinished } from "../../stacks/move-between.ts";
import { type Resealed, resealConfig } from "../../stacks/reseal-config.ts";
import { stackNamed } from "../../stacks/stack-by-name.ts";

/** What `--to` says for the state directory here. */
const local = "local";

export const stackMove: Command = {
  positionals: [{ name: "NAME", names: "stacks" }],
  options: [
    { name: "to", value: "PLACE", names: [local], summary: "the address of a server, or `local`: the state directory" },
    { name: "cancel", summary: "call off a move that is not over: the stack stays where it was" },
  ],
  description:
    "Moves a stack to another store: from the state directory to a server, from a server (--server) to the state " +
    "directory (--to local), or to another server. What it manages, its outputs and its secrets go along, and no " +
    "object changes. Both ends are asked first whether it can be. From then on nothing is planned or applied at " +
    "either end until the move is over, and at no time have both of them the stack. Where it breaks off, the same " +
    "command goes on with it, and --cancel calls it off as long as the stack has not changed hands. The history of " +
    "its runs stays where it was, to be read there. Sealed values of plumb.STACK.yaml are sealed anew. PLUMB_TOKEN " +
    "is for --server; between two servers, PLUMB_TO_TOKEN or `plumb login` is for --to.",
  examples: [
    { line: "plumb stack move dev --to https://plumb.example", meaning: "from one's own machine to the team" },
    { line: "plumb stack move dev --server https://plumb.example --to local", meaning: "and back" },
    { line: "plumb stack move dev --cancel", meaning: "it stays" },
  ],
  run: async (invocation) => {
    const [given = ""] = invocation.arguments.positionals;
    const named = await stackNamed(given, invocation.project);
    if (!named.ok) return reportMistake(invocation, named.error);
    const stack = wholeName(named.value);
    const of = invocation.withSettings({
      ...{ ...invocation.settings, stack: named.value.stack, stackGiven: true },
      ...(given.includes("/") ? { project: named.value.project } : {}),
    });
    const source = await endAt(invocation.settings.server, invocation);
    if (invocation.arguments.flags.has("cancel")) return cancelled(of, stack, source);
    const server = targetOf(invocation);
    if (!server.ok) return reportMistake(invocation, server.error);
    const target = await endAt(server.value, invocation);
    const moved = await moveBetween(stack, source, target);
    if (!moved.ok) return unfinished(invocation, stack, moved.error);
    // Who could not end the move can seal nothing for its target either.
    const config = moved.value.wasOver ? null : await resealConfig(of, stack, source, target);
    if (invocation.settings.json) printJson(invocation, { stack, to: target.place, config });
    else invocation.people.write(`Stack ${clean(stack)} has moved to ${clean(target.place)}.\n`);
    return toldConfig(invocation, config, server.value);
  },
};

/** The server that `--to` names, undefined for the state directory. */
function targetOf(invocation: Invocation): Result<string | undefined, UsageMistake> {
  const to = optionValue(invocation, "to");
  const { server } = invocation.settings;
  if (to === undefined)
    return err({
      detail: "plumb stack move needs --to: the address of a server, or local.",
      hint: "--cancel calls a move off.",
    });
  if (to === local && server === undefined)
    return err({ detail: "The stack is in the state directory already.", hint: "--server names where it comes from." });
  if (to === local) return ok(undefined);
  const url = URL.parse(to);
  if ((url?.protocol !== "https:" && url?.protocol !== "http:") || url.username !== "" || url.password !== "")
    return err({ detail: `--to takes an address like https://plumb.example, or local, not ${JSON.stringify(to)}.` });
  if (to === server) return err({ detail: "--to and --server name the same server." });
  const open = [to, server].find((each) => each !== undefined && !isSafeAddress(each));
  if (open !== undefined)
    return err({ detail: `The secrets of the stack would be readable on the way to ${open}. Use an https address.` });
  return ok(to);
}

async function endAt(server: string | undefined, invocation: Invocation): Promise<End> {
  const { context, settings, project } = invocation;
  if (server === settings.server) return { api: invocation.api, place: server ?? (await directory(invocation)) };
  // A token of one server is nothing for another.
  const environment =
    settings.server === undefined || server === undefined
      ? context.environment
      : { ...context.environment, PLUMB_TOKEN: context.environment["PLUMB_TO_TOKEN"] };
  const api = apiClient({ ...context, environment }, server, project, invocation.diagnostics);
  return { api, place: server ?? (await directory(invocation)) };
}

async function directory(invocation: Invocation): Promise<string> {
  const dir = optionValue(invocation, "dir") ?? globalOptions([], {}).dir;
  return `the state directory ${await invocation.context.files.realPath(dir)}`;
}

async function cancelled(invocation: Invocation, stack: string, source: End): Promise<number> {
  const { people, diagnostics, settings } = invocation;
  const stays = await callOff(stack, source);
  if (!stays.ok) return reportFailure(invocation, stays.error);
  const move = stays.value;
  if (settings.json) printJson(invocation, { stack, calledOff: move });
  else people.write(`Stack ${clean(stack)} stays${move === null ? ": it was not leaving" : ""}.\n`);
  if (move === null) return exitCodes.done;
  const target = await endAt(/^https?:/.test(move.to) ? move.to : undefined, invocation);
  const forgotten = await target.api.call("cancelArrival", { path: { stack, move: move.move } });
  if (!forgotten.ok)
    diagnostics.write(
      `What had come to ${clean(move.to)} is left there, and is no stack. The next move there takes its place.\n`,
    );
  return exitCodes.done;
}

/** Tells why a move is not over, and what is to be done. */
function unfinished(invocation: Invocation, stack: string, { problem, owner, mayBeOver }: Unfinished): number {
  const code = reportFailure(invocation, problem);
  const again = "The same command again goes on";
  const off = `\`plumb stack move ${clean(stack)} --cancel\` calls the move off`;
  if (owner === "source")
    invocation.diagnostics.write(`The stack has not changed hands, and nothing is applied to it. ${again}; ${off}.\n`);
  // What is refused to one caller is not refused to each.
  const by = problem.status === 403 ? ", by a caller with the right to it" : "";
  const end = mayBeOver === true ? "it is not known here whether the move is over" : "the move is not over";
  if (owner === "target") invocation.diagnostics.write(`The stack has changed hands, and ${end}. ${again}${by}.\n`);
  return code;
}

function toldConfig({ diagnostics }: Invocation, config: Resealed | null, server: string | undefined): number {
  if (config === null) return exitCodes.done;
  const { path, sealed, left } = config;
  if (sealed.length > 0) diagnostics.write(`Sealed anew in ${clean(path)}: ${clean(sealed.join(", "))}.\n`);
  for (const { key, why } of left) {
    const at = server === undefined ? "" : ` --server ${clean(server)}`;
    diagnostics.write(
      `${clean(path)}: ${clean(key)} is still sealed for the store before (${clean(why.detail)}). ` +
        `Set it again: plumb config set ${clean(key)} --secret${at}\n`,
    );
  }
  return left.length > 0 ? exitCodes.failed : exitCodes.done;
}
