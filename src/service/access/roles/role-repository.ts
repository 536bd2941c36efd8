import type { Role } from "../../../contract/roles.ts";
import { everyStack, type RoleAssignment } from "./role-assignments.ts";
import { greaterRole } from "./roles.ts";

/** Which stack stands under a name now, by its lineage; null: none. */
export type LineageOf = (stack: string) => string | null;

/**
 * All assignments as of one moment, for answers from memory. One counts as long as the stack is there that it was made
 * for.
 */
export class RoleRepository {
  /** By subject, then by the stack's name. */
  readonly #held = new Map<string, Map<string, RoleAssignment>>();
  readonly #lineageOf: LineageOf;

  constructor(assignments: readonly RoleAssignment[], lineageOf: LineageOf) {
    this.#lineageOf = lineageOf;
    for (const assignment of assignments) {
      const { subject, stack, role } = assignment;
      const held = this.#held.get(subject) ?? new Map<string, RoleAssignment>();
      const greatest = greaterRole(held.get(stack)?.role ?? null, role) ?? role;
      held.set(stack, { ...assignment, role: greatest });
      this.#held.set(subject, held);
    }
  }

  /** The greatest role that any of the identities holds on the stack, or on all; null stands for the service itself. */
  roleOn(identities: readonly string[], stack: string | null): Role | null {
    let greatest: Role | null = null;
    for (const identity of identities) {
      const held = this.#held.get(identity);
      if (held === undefined) continue;
      greatest = greaterRole(greatest, held.get(everyStack)?.role ?? null);
      const here = stack === null ? undefined : held.get(stack);
      if (here !== undefined && this.counts(here)) greatest = greaterRole(greatest, here.role);
    }
    return greatest;
  }

  /** The roles that the identities hold, by the names of stacks: the greatest of each. */
  heldBy(identities: readonly string[]): ReadonlyMap<string, Role> {
    const roles = new Map<string, Role>();
    for (const held of identities.flatMap((identity) => [...(this.#held.get(identity)?.values() ?? [])]))
      if (this.counts(held)) roles.set(held.stack, greaterRole(roles.get(held.stack) ?? null, held.role) ?? held.role);
    return new Map([...roles].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  holdsAny(identities: readonly string[]): boolean {
    return identities.some((identity) =>
      this.#held
        .get(identity)
        ?.values()
        .some((held) => this.counts(held)),
    );
  }

  /** Whether the stack of an assignment is still there. */
  counts({ stack, lineage }: RoleAssignment): boolean {
    return lineage === null || this.#lineageOf(stack) === lineage;
  }
}
