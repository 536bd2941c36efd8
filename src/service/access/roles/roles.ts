import type { Role } from "../caller.ts";

/** From the least to the most; each includes those before it. */
export const roles: readonly Role[] = ["reader", "planner", "operator", "admin"];

export function isRole(value: unknown): value is Role {
  return roles.includes(value as Role);
}

/** The role and all that it includes. */
export function rolesWithin(role: Role): readonly Role[] {
  return roles.slice(0, roles.indexOf(role) + 1);
}

/** The greater of two roles; null is none. */
export function greaterRole(a: Role | null, b: Role | null): Role | null {
  if (a === null || b === null) return a ?? b;
  return roles.indexOf(a) < roles.indexOf(b) ? b : a;
}
