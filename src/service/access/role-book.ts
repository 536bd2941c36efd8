import type { Role } from "./caller.ts";
import type { RoleAssignment } from "./role-assignments.ts";
import { greaterRole } from "./roles.ts";

/** All assignments as of one moment, for answers from memory. */
export class RoleBook {
  readonly #roles = new Map<string, Map<string, Role>>();

  constructor(assignments: readonly RoleAssignment[]) {
    for (const { subject, stack, role } of assignments) {
      const held = this.#roles.get(subject) ?? new Map<string, Role>();
      held.set(stack, greaterRole(held.get(stack) ?? null, role) ?? role);
      this.#roles.set(subject, held);
    }
  }

  /** The greatest role that any of the identities holds on the stack, or on all; null stands for the service itself. */
  roleOn(identities: readonly string[], stack: string | null): Role | null {
    let greatest: Role | null = null;
    for (const identity of identities) {
      const held = this.#roles.get(identity);
      if (held === undefined) continue;
      greatest = greaterRole(greatest, held.get("*") ?? null);
      if (stack !== null) greatest = greaterRole(greatest, held.get(stack) ?? null);
    }
    return greatest;
  }

  holdsAny(identities: readonly string[]): boolean {
    return identities.some((identity) => this.#roles.has(identity));
  }
}
