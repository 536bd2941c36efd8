import type { Result } from "../../../packages/base/result.ts";
import type { DocumentOf, EntryOf } from "../../contract/api.ts";
import type { RoleRow } from "../../contract/documents/access.ts";
import type { ProblemDocument } from "../../contract/documents/problems.ts";
import { roles } from "../../contract/roles.ts";
import type { UsageMistake } from "../arguments.ts";
import type { Invocation } from "../command.ts";
import { clean } from "../rendering/text.ts";
import { stackLabel } from "../stacks/stack-label.ts";

type Asking = Pick<Invocation, "api" | "settings">;
type Answer<T> = Promise<Result<T, ProblemDocument>>;

/** The roles on the stack that was named, or on everything where none was. */
export function listRoles({ api, settings }: Asking): Answer<readonly EntryOf<"listStackRoleAssignments">[]> {
  const { stack, stackGiven } = settings;
  return stackGiven
    ? api.list("listStackRoleAssignments", { path: { stack } })
    : api.list("listServiceRoleAssignments", {});
}

/** Why a text names no holder of a role, with the other order where that was meant; undefined where it names one. */
export function holderMistake(subject: string, role?: string): UsageMistake | undefined {
  if (/^(?:user|token|group):./.test(subject)) return undefined;
  if (role !== undefined && roles.some((each) => each === subject))
    return { detail: `WHO stands before ROLE: \`plumb role grant ${clean(role)} ${subject}\`.` };
  const detail = `WHO is \`user:ISSUER|ID\`, \`token:ID\` or \`group:NAME\`, not \`${clean(subject)}\`.`;
  return { detail, hint: "`plumb whoami` shows yours, and `plumb role list` those that hold roles." };
}

/** Gives a role there. */
export function assignRole(
  { api, settings }: Asking,
  subject: string,
  role: string,
): Answer<DocumentOf<"assignStackRole">> {
  const { stack, stackGiven } = settings;
  const body = { role: saidRole(role) };
  return stackGiven
    ? api.call("assignStackRole", { path: { stack, subject }, body })
    : api.call("assignServiceRole", { path: { subject }, body });
}

/** Takes the role back that is held there. */
export function removeRole({ api, settings }: Asking, subject: string): Answer<undefined> {
  const { stack, stackGiven } = settings;
  return stackGiven
    ? api.call("removeStackRole", { path: { stack, subject } })
    : api.call("removeServiceRole", { path: { subject } });
}

/** The whole name of the stack on which those roles hold; `*` for every stack. */
export async function roleStack(invocation: Pick<Invocation, "project" | "settings">): Promise<string> {
  return invocation.settings.stackGiven ? await stackLabel(invocation) : "*";
}

/** The same, for people. */
export function rolePlace(stack: string): string {
  return stack === "*" ? "every stack" : `stack ${stack}`;
}

/** A role as it was typed: the API tells which there are, and refuses what is none. */
export function saidRole(text: string): RoleRow["role"] {
  return text as RoleRow["role"];
}
