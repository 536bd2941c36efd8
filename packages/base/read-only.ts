/** The variable that lets nothing but reads leave. */
export const readOnlyVariable = "PLUMB_READ_ONLY";

/**
 * Whether nothing may be changed on any platform. Whatever the variable holds turns it on, but `0`: in doubt nothing is
 * written.
 */
export function isReadOnly(environment: Readonly<Record<string, string | undefined>>): boolean {
  return !["", "0"].includes(environment[readOnlyVariable] ?? "");
}
