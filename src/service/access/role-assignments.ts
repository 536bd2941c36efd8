import type { JsonObject } from "../../base/json.ts";
import { problem } from "../../base/problem.ts";
import type { Register, RegisterDocument } from "../../engine/ports/register.ts";
import { Rejection } from "../rejection.ts";
import { allDocuments } from "./all-documents.ts";
import type { Caller, Role } from "./caller.ts";
import { isRole, roles } from "./roles.ts";

/** A role that a principal, or everybody in a group, holds on a stack. */
export interface RoleAssignment {
  /** A principal (`user:...`, `token:...`), or `group:<name>`. */
  readonly subject: string;
  /** `*`: every stack, and the service itself. */
  readonly stack: string;
  readonly role: Role;
  readonly by: string;
  readonly at: string;
}

const collection = "role-assignments";
const subjectForm = /^(user|token|group):[^\p{Cc}]{1,500}$/u;
const stackForm = /^(\*|[A-Za-z0-9][A-Za-z0-9._-]{0,62})$/;

/** Whether the text names somebody, or a group, that can hold a role. */
export function isSubject(text: string): boolean {
  return subjectForm.test(text);
}

/** All assignments, or those of one stack (without those of `*`), by stack and subject. */
export async function listAssignments(register: Register, stack?: string): Promise<readonly RoleAssignment[]> {
  const documents = await allDocuments(register, collection);
  return documents.flatMap((each) => {
    const assignment = assignmentOf(each);
    return assignment === null || (stack !== undefined && assignment.stack !== stack) ? [] : [assignment];
  });
}

/** Gives a role, instead of the one held there so far. Rejection "unprocessable" for what is no subject, stack or role. */
export async function assignRole(
  asked: { readonly subject: string; readonly stack: string; readonly role: string },
  by: Caller,
  register: Register,
  now: number,
): Promise<RoleAssignment> {
  const { subject, stack, role } = asked;
  if (!isRole(role)) throw refused(`\`${role}\` is no role; the roles are ${roles.join(", ")}`, "/role");
  requireForms(subject, stack);
  const assignment = { subject, stack, role, by: by.principal, at: new Date(now).toISOString() };
  await register.put(collection, keyOf(subject, stack), assignment);
  return assignment;
}

/** Takes a role back; one that is not held counts as taken back. */
export async function removeRole(
  asked: { readonly subject: string; readonly stack: string },
  register: Register,
): Promise<void> {
  requireForms(asked.subject, asked.stack);
  await register.remove(collection, keyOf(asked.subject, asked.stack));
}

function requireForms(subject: string, stack: string): void {
  if (!isSubject(subject))
    throw refused(
      `\`${subject}\` is nobody who can hold a role; give \`user:...\`, \`token:...\` or \`group:...\``,
      "/subject",
    );
  if (!stackForm.test(stack)) throw refused(`\`${stack}\` can't be a stack; \`*\` is all of them`, "/stack");
}

function refused(detail: string, pointer: string): Rejection {
  return new Rejection("unprocessable", [problem("invalid-assignment", detail, { pointer })]);
}

/** Names of stacks hold no `|`, so that no two pairs share a key. */
function keyOf(subject: string, stack: string): string {
  return `${stack}|${subject}`;
}

function assignmentOf({ document }: RegisterDocument): RoleAssignment | null {
  const { subject, stack, role, by, at } = document as JsonObject & Partial<Record<keyof RoleAssignment, unknown>>;
  if (typeof subject !== "string" || typeof stack !== "string" || !isRole(role)) return null;
  return { subject, stack, role, by: String(by), at: String(at) };
}
