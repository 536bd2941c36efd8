import { type Problem, problem } from "../../../base/problem.ts";
import type { AccessControl } from "../../../service/access/access-control.ts";
import type { RoleAssignment } from "../../../service/access/role-assignments.ts";
import { pageOf } from "../../../service/page.ts";
import { pageOfNewest } from "../conventions/paging.ts";
import { Refusal } from "../conventions/refusal.ts";
import { type Route, route } from "../route.ts";
import type { RouteContext } from "../route-context.ts";

interface TokenRequestBody {
  readonly name: string;
  readonly role: string;
  readonly stacks?: readonly string[] | null;
  readonly expiresInDays: number;
  readonly machine?: boolean;
  readonly accountAdmin?: boolean;
  readonly workspaces?: readonly string[];
}

const everyStack = "*";

export const accessRoutes: readonly Route[] = [
  route({
    operationId: "listTokens",
    method: "GET",
    path: "/v1/tokens",
    tag: "Access",
    summary: "List tokens",
    description: "The caller's own; all of them for who may manage access. Never with their secrets.",
    action: "token:manage",
    pages: { member: "tokens" },
    responses: { 200: { description: "A page of the tokens, newest first.", schema: "TokenList" } },
    handle: async ({ page }, context) => {
      const tokens = await controlOf(context).listTokens(context.authority);
      const found = pageOfNewest(tokens, ({ id }) => id, page);
      const items = await withNames(found.items, "owner", controlOf(context));
      return { status: 200, document: page.answer({ ...found, items }) };
    },
  }),
  route<"/v1/tokens", TokenRequestBody>({
    operationId: "createToken",
    method: "POST",
    path: "/v1/tokens",
    tag: "Access",
    summary: "Make a token",
    description: "This answer alone holds it: what is kept is its digest.",
    action: "token:manage",
    body: { schema: "NewToken" },
    isIdempotentByKey: true,
    shownOnce: ["token"],
    isAudited: true,
    responses: { 201: { description: "The token.", schema: "CreatedToken", headers: ["Location"] } },
    handle: async ({ body }, context) => {
      const { stacks = null, machine = false } = body;
      const request = { ...body, stacks, machine };
      const made = await controlOf(context).createToken(request, context.authority, context.effect);
      return { status: 201, document: { ...made.view, token: made.token }, location: `/v1/tokens/${made.view.id}` };
    },
  }),
  route<"/v1/tokens/{handle}:revoke">({
    operationId: "revokeToken",
    method: "POST",
    path: "/v1/tokens/{handle}:revoke",
    tag: "Access",
    summary: "Revoke a token",
    description: "It ends at once, and stays in the list.",
    action: "token:manage",
    isIdempotentByKey: true,
    isAudited: true,
    refusals: { 404: "There is no such token, or the caller may not see it." },
    responses: { 200: { description: "The token as it is now.", schema: "Token" } },
    handle: async ({ path }, context) => ({
      status: 200,
      document: await controlOf(context).revokeToken(path.handle, context.authority),
    }),
  }),
  route({
    operationId: "listPrincipals",
    method: "GET",
    path: "/v1/principals",
    tag: "Access",
    summary: "List who has signed in",
    action: "access:manage",
    pages: { member: "principals" },
    responses: { 200: { description: "A page of the principals.", schema: "PrincipalList" } },
    handle: async ({ page }, context) => {
      const principals = await controlOf(context).listPrincipals();
      const sorted = principals.toSorted((a, b) => (a.principal < b.principal ? -1 : 1));
      return { status: 200, document: page.answer(pageOf(sorted, ({ principal }) => principal, page)) };
    },
  }),
  ...assignmentRoutes("", "of every stack, and of the service itself"),
  ...assignmentRoutes("/stacks/{stack}", "of a stack"),
];

/** Entries of the log are numbered, so that a page begins after a number. */
export const auditRoutes: readonly Route[] = [
  route({
    operationId: "listAuditEntries",
    method: "GET",
    path: "/v1/audit-entries",
    tag: "Audit",
    summary: "List who did what",
    description: "Oldest first: each intent before its effect, and what came of it.",
    action: "audit:read",
    pages: { member: "entries" },
    responses: { 200: { description: "A page of the log.", schema: "AuditEntryList" } },
    handle: async ({ page }, { auditLog, accessControl }) => {
      const after = Number(page.after ?? 0);
      const entries = (await auditLog()?.list(after, page.limit)) ?? [];
      const last = entries.length < page.limit ? undefined : entries.at(-1);
      const next = last === undefined ? null : String(last.seq);
      const items = entries.map((entry) => (entry.kind === "intent" ? { ...entry, paths: entry.paths ?? [] } : entry));
      const named = accessControl === null ? items : await withNames(items, "principal", accessControl);
      return { status: 200, document: page.answer({ items: named, next }) };
    },
  }),
  route({
    operationId: "verifyAuditLog",
    method: "POST",
    path: "/v1/audit-entries:verify",
    tag: "Audit",
    summary: "Verify the log",
    description: "Holds every entry against its place in the chain, and the chain against the signed checkpoints.",
    action: "audit:read",
    responses: { 200: { description: "What was found.", schema: "AuditReport" } },
    handle: async (_, { auditLog }) => {
      const log = auditLog();
      if (log === null) throw new Refusal("not-found", "no audit log is kept here");
      return { status: 200, document: await log.verify() };
    },
  }),
];

/** The same three operations on the roles of one stack and on those of all. */
function assignmentRoutes(under: "" | "/stacks/{stack}", what: string): readonly Route[] {
  const path = `/v1${under}/role-assignments`;
  const name = under === "" ? "Service" : "Stack";
  const stackOf = (given: unknown) => (given as Readonly<Record<string, string>>)["stack"] ?? everyStack;
  return [
    route({
      operationId: `list${name}RoleAssignments`,
      method: "GET",
      path,
      tag: "Access",
      summary: `List the roles ${what}`,
      action: "access:manage",
      pages: { member: "assignments" },
      responses: { 200: { description: "A page of the roles.", schema: "RoleAssignmentList" } },
      handle: async ({ path: given, page }, context) => {
        const assignments = await controlOf(context).listAssignments(stackOf(given));
        const sorted = assignments.map(shown).toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
        const found = pageOf(sorted, ({ subject }) => subject, page);
        const items = await withNames(found.items, "subject", controlOf(context));
        return { status: 200, document: page.answer({ ...found, items }) };
      },
    }),
    route<string, { readonly role: string }>({
      operationId: `assign${name}Role`,
      ...(under === "" ? {} : { needsStack: true as const }),
      method: "PUT",
      path: `${path}/{subject}`,
      tag: "Access",
      summary: `Give a role ${what}`,
      description: "Instead of the one that is held there so far.",
      action: "access:manage",
      body: { schema: "RoleWrite" },
      isAudited: true,
      responses: { 200: { description: "The role as it is held now.", schema: "GivenRole" } },
      handle: async ({ path: given, body }, context) => {
        const { subject = "" } = given as Readonly<Record<string, string>>;
        const asked = { subject, stack: stackOf(given), role: body.role };
        const control = controlOf(context);
        const [named] = await withNames(
          [shown(await control.assignRole(asked, context.authority.caller))],
          "subject",
          control,
        );
        return { status: 200, document: { ...named, problems: warningsOn(subject, named) } };
      },
    }),
    route<string>({
      operationId: `remove${name}Role`,
      method: "DELETE",
      path: `${path}/{subject}`,
      tag: "Access",
      summary: `Take a role back ${what}`,
      description: "One that is not held counts as taken back.",
      action: "access:manage",
      isAudited: true,
      responses: { 204: { description: "It is not held any more." } },
      handle: async ({ path: given }, context) => {
        const { subject = "" } = given as Readonly<Record<string, string>>;
        await controlOf(context).removeRole({ subject, stack: stackOf(given) });
        return { status: 204 };
      },
    }),
  ];
}

/** By which stack it is meant is for us to know: names are for people. */
function shown({ lineage: _, ...assignment }: RoleAssignment) {
  return assignment;
}

/**
 * Beside each principal what people know it by, where the service does: `subjectName` beside `subject`. One that is named often is
 * looked up once.
 */
async function withNames<T extends object, M extends string>(
  rows: readonly T[],
  member: M,
  control: Pick<AccessControl, "nameOf">,
): Promise<readonly (T & { readonly [K in `${M}Name`]?: string })[]> {
  const principalIn = (row: T) => (row as Readonly<Record<string, unknown>>)[member];
  const principals = new Set(rows.map(principalIn).filter((each) => typeof each === "string"));
  const names = new Map<unknown, string | null>();
  for (const principal of principals) names.set(principal, await control.nameOf(principal));
  return rows.map((row) => {
    const name = names.get(principalIn(row)) ?? null;
    return name === null ? row : { ...row, [`${member}Name`]: name };
  });
}

/** A person who has never signed in may be meant: the role waits for them. A wrong letter in an id looks the same. */
function warningsOn(subject: string, named: { readonly subjectName?: string } | undefined): readonly Problem[] {
  if (subject.startsWith("group:") || named?.subjectName !== undefined) return [];
  const told = subject.startsWith("token:")
    ? `this service has no token \`${subject.slice("token:".length)}\``
    : `\`${subject}\` has never signed in here`;
  return [problem("principal-unknown", `${told}; the role is given all the same`, { pointer: "/subject" })];
}

function controlOf({ accessControl }: RouteContext) {
  if (accessControl === null)
    throw new Refusal(
      "not-found",
      "tokens, roles and the audit log belong to a server, and none is named: name it with --server URL",
    );
  return accessControl;
}
