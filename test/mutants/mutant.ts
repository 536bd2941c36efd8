/** Who plays the test that kills a mutant: the files in `played`. */
export const suites = {
  "store contract": "store.played.ts",
  "driver contract": "driver.played.ts",
  "exchange of drivers": "driver.played.ts",
  "secrets contract": "secrets.played.ts",
  engine: "engine.played.ts",
  simulation: "simulation.played.ts",
} as const;
export type Suite = keyof typeof suites;

/** What is told of a mutant, whatever it stands in the place of. */
export interface MutantEntry {
  /** Its member and its way, or the lie in a few words. Unique. */
  readonly name: string;
  readonly suite: Suite;
  /** The one test of the suite that must fail under it, by its whole name; of the simulation: source and seeds. */
  readonly killer: string;
}

/** A lie told at a port: what goes wrong, and the test that must see it. */
export interface Mutant<Port> extends MutantEntry {
  /** Puts the mutant in the place of what is real. */
  readonly wrap: (real: Port) => Port;
}

/** A mutant whose change is harmless by design. It is told and not counted. */
export interface Harmless {
  readonly name: string;
  readonly why: string;
}

/** What is made of the rule, or of a list, for one kind of port. */
export interface Mutants<Port> {
  readonly mutants: readonly Mutant<Port>[];
  readonly harmless: readonly Harmless[];
}
