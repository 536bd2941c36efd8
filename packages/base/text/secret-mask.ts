/** What people see where a secret is. */
export const secretMask = "(secret)";
