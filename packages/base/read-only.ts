/** The variable that lets nothing but reads leave, and keeps what is stored as it is. */
export const readOnlyVariable = "PLUMB_READ_ONLY";

/** What everything that would change something is refused with in the mode. */
export const nothingChanges = `${readOnlyVariable} is set, so nothing is changed`;

/**
 * Whether nothing may be changed, on any platform or in any store. Whatever the variable holds turns it on, but `0`: in
 * doubt nothing is written.
 */
export function isReadOnly(environment: Readonly<Record<string, string | undefined>>): boolean {
  return !["", "0"].includes(environment[readOnlyVariable] ?? "");
}
