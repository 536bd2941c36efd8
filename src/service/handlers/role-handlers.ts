import { type Problem, problem } from "../../../packages/base/problems/problem.ts";
import type { Outcome } from "../../contract/call.ts";
import { roleOperations } from "../../contract/operations/roles.ts";
import type { RoleAssignment } from "../access/roles/role-assignments.ts";
import type { CallContext } from "../requests/call-context.ts";
import { handledBy } from "../requests/handler.ts";
import type { AskedPage } from "../requests/paging.ts";
import { pageOf } from "../use-cases/lists/page.ts";
import { accessControlOf } from "./access-control-of.ts";
import { withNames } from "./with-names.ts";

const everyStack = "*";

export const roleHandlers = handledBy(roleOperations, {
  listServiceRoleAssignments: { handle: ({ page }, context) => list(everyStack, page, context) },
  assignServiceRole: {
    handle: ({ path: { subject }, body }, context) => assign({ subject, stack: everyStack, role: body.role }, context),
  },
  removeServiceRole: { handle: ({ path: { subject } }, context) => remove({ subject, stack: everyStack }, context) },
  listStackRoleAssignments: { handle: ({ path: { stack }, page }, context) => list(stack, page, context) },
  assignStackRole: {
    handle: ({ path: { stack, subject }, body }, context) => assign({ subject, stack, role: body.role }, context),
  },
  removeStackRole: { handle: ({ path: { stack, subject } }, context) => remove({ subject, stack }, context) },
});

async function list(stack: string, page: AskedPage<"assignments">, context: CallContext) {
  const control = accessControlOf(context);
  const assignments = await control.listAssignments(stack);
  const sorted = assignments.map(shown).toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
  const found = pageOf(sorted, ({ subject }) => subject, page);
  const items = await withNames(found.items, "subject", control);
  return { status: 200, document: page.answer({ ...found, items }) };
}

async function assign(
  asked: { readonly subject: string; readonly stack: string; readonly role: string },
  context: CallContext,
) {
  const control = accessControlOf(context);
  const given = shown(await control.assignRole(asked, context.authority.caller));
  const [named = given] = await withNames([given], "subject", control);
  return { status: 200, document: { ...named, problems: warningsOn(asked.subject, named) } };
}

async function remove(
  held: { readonly subject: string; readonly stack: string },
  context: CallContext,
): Promise<Outcome<never>> {
  await accessControlOf(context).removeRole(held);
  return { status: 204 };
}

/** By which stack it is meant is for us to know: names are for people. */
function shown({ lineage: _, ...assignment }: RoleAssignment) {
  return assignment;
}

/** A person who has never signed in may be meant: the role waits for them. A wrong letter in an id looks the same. */
function warningsOn(subject: string, named: object): readonly Problem[] {
  if (subject.startsWith("group:") || "subjectName" in named) return [];
  const told = subject.startsWith("token:")
    ? `this service has no token \`${subject.slice("token:".length)}\``
    : `\`${subject}\` has never signed in here`;
  return [problem("principal-unknown", `${told}; the role is given all the same`, { pointer: "/subject" })];
}
