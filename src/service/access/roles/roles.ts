import { type Role, roles } from "../../../contract/roles.ts";

export function isRole(value: unknown): value is Role {
  return roles.some((role) => role === value);
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
