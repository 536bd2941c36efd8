import type { ShapeWitness } from "./shape-witness.ts";

/** Apart from the setup that uses it, which runs anew for each test file: files of one worker share their modules. */
let witness: ShapeWitness | undefined;

/** The witness around the clouds of all test files of a worker. */
export async function standingWitness(): Promise<ShapeWitness> {
  // Loaded only where there is a cloud at all: most tests have none.
  const { ShapeWitness } = await import("./shape-witness.ts");
  witness ??= new ShapeWitness();
  return witness;
}

/** Throws what the witness has found since it was last asked. */
export function testify(): void {
  witness?.testify();
}
