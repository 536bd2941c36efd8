/**
 * What one may be on a stack, or on all of them, from the least to the most: each includes those before it. What a role
 * permits is said in `policies/`, which a test holds against this list.
 */
export const roles = ["reader", "planner", "operator", "admin"] as const;

export type Role = (typeof roles)[number];
