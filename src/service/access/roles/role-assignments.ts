import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import { type Role, roles } from "../../../contract/roles.ts";
import { stackPathOf } from "../../../contract/stack-name.ts";
import type { DocumentChange, DocumentStore, StoredDocument } from "../../../engine/ports/document-store.ts";
import { Rejection } from "../../rejection.ts";
import { allDocuments } from "../all-documents.ts";
import type { Caller } from "../caller.ts";
import { isRole } from "./roles.ts";

/** A role that a principal, or everybody in a group, holds on a stack (decision 0045). */
export interface RoleAssignment {
  /** A principal (`user:...`, `token:...`), or `group:<name>`. */
  readonly subject: string;
  /** `*`: every stack, and the service itself. */
  readonly stack: string;
  /** Of that stack: one that is made anew under its name is another. Null for `*`. */
  readonly lineage: string | null;
  readonly role: Role;
  readonly by: string;
  readonly at: string;
}

export const roleCollection = "role-assignments";
/** In the place of a stack: all of them, and the service itself. */
export const everyStack = "*";
const subjectForm = /^(user|token|group):[^\p{Cc}]{1,500}$/u;

/** Whether the text names somebody, or a group, that can hold a role. */
export function isSubject(text: string): boolean {
  return subjectForm.test(text);
}

/** Whether a text names a person without who vouches for them: no caller is ever called so. */
export function isNameOnly(subject: string): boolean {
  return /^user:[^|]*$/.test(subject);
}

/** All assignments; those of stacks that are no more among them. By stack and subject. */
export async function listAssignments(documentStore: DocumentStore): Promise<readonly RoleAssignment[]> {
  return (await allDocuments(documentStore, roleCollection)).flatMap((each) => assignmentOf(each) ?? []);
}

/**
 * A role that is to be given, instead of the one held there so far. `lineage` is that of the stack now. Rejection
 * "unprocessable" for what is no subject, stack or role, and for a stack that is not there.
 */
export function newAssignment(
  asked: { readonly subject: string; readonly stack: string; readonly role: string },
  lineage: string | null,
  by: Caller,
  now: number,
): RoleAssignment {
  const { subject, stack, role } = asked;
  if (!isRole(role)) throw refused(`\`${role}\` is no role; the roles are ${roles.join(", ")}`, "/role");
  requireForms(subject, stack);
  if (isNameOnly(subject))
    throw refused(
      `\`${subject}\` matches no person: one is named \`user:ISSUER|ID\`, as \`plumb whoami\` shows it to them`,
      "/subject",
    );
  if (stack !== everyStack && lineage === null)
    throw refused(`there is no stack \`${stack}\`; make it first: \`plumb stack new ${stack}\``, "/stack");
  return { subject, stack, lineage, role, by: by.principal, at: new Date(now).toISOString() };
}

/** How a role is given. */
export function assignmentPut(assignment: RoleAssignment): DocumentChange {
  const { subject, stack } = assignment;
  return { kind: "put", collection: roleCollection, key: keyOf(subject, stack), document: { ...assignment } };
}

/**
 * How a role is taken back; one that is not held counts as taken back. Rejection "unprocessable" for what is no subject
 * or stack.
 */
export function assignmentRemoval(asked: { readonly subject: string; readonly stack: string }): DocumentChange {
  requireForms(asked.subject, asked.stack);
  return { kind: "remove", collection: roleCollection, key: keyOf(asked.subject, asked.stack) };
}

function requireForms(subject: string, stack: string): void {
  if (!isSubject(subject))
    throw refused(`\`${subject}\` can't hold a role; give \`user:...\`, \`token:...\` or \`group:...\``, "/subject");
  if (stack !== everyStack && stackPathOf(stack) === undefined)
    throw refused(`\`${stack}\` can't be a stack: its name is PROJECT/STACK; \`*\` is all of them`, "/stack");
}

function refused(detail: string, pointer: string): Rejection {
  return new Rejection("unprocessable", [problem("invalid-assignment", detail, { pointer })]);
}

/** Names of stacks hold no `|`, so that no two pairs share a key. */
function keyOf(subject: string, stack: string): string {
  return `${stack}|${subject}`;
}

/** Null for what is none, and for one on a stack whose lineage it does not say. */
function assignmentOf({ document }: StoredDocument): RoleAssignment | null {
  const {
    subject,
    stack,
    lineage = null,
    role,
    by,
    at,
  } = document as JsonObject & Partial<Record<keyof RoleAssignment, unknown>>;
  if (typeof subject !== "string" || typeof stack !== "string" || !isRole(role)) return null;
  if (stack === everyStack ? lineage !== null : typeof lineage !== "string") return null;
  return { subject, stack, lineage: lineage as string | null, role, by: String(by), at: String(at) };
}
