/** A broken promise of our own code: never the user's fault, caught only at the outermost border. */
export class Bug extends Error {
  override readonly name = "Bug";
}

/** Throws a Bug unless `condition` holds. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Bug(message);
}

/** For the branch that the type system proves can't be taken. */
export function unreachable(value: never): never {
  throw new Bug(`unreachable case: ${JSON.stringify(value)}`);
}
