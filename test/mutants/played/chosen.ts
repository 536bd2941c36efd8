import type { Mutant, Mutants } from "../mutant.ts";

/** What is played in the place of a mutant, so that a test that fails anyhow is no find. */
export const unchanged = "nothing changed";

/** The mutants of a list that this run plays, and what is real. The names come from `play.ts`. */
export function chosen<Port>({ mutants }: Mutants<Port>): readonly Pick<Mutant<Port>, "name" | "killer" | "wrap">[] {
  const names: unknown = JSON.parse(process.env["PLUMB_MUTANTS"] ?? "null");
  if (!Array.isArray(names)) throw new Error("these files are played by `npm run test:mutants`");
  const played = mutants.filter(({ name }) => names.includes(name));
  if (played.length === 0) return [];
  return [{ name: unchanged, killer: "", wrap: (real) => real }, ...played];
}
