import { clean } from "./text.ts";

/** A person or a machine by the name, where it is known, and by the id that commands take. */
export function principalName(id: string, name: string | undefined): string {
  return name === undefined || name === "" ? clean(id) : `${clean(name)} (${clean(id)})`;
}
