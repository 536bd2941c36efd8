import { AsyncLocalStorage } from "node:async_hooks";

/** What promises were rejected with, until it is thrown: a list for the process, and one for each program inside. */
const ofProcess: unknown[] = [];
const ofProgram = new AsyncLocalStorage<unknown[]>();

/** Keeps what a promise was rejected with, whether its value is used or not. */
export function noteFailure(error: unknown): void {
  (ofProgram.getStore() ?? ofProcess).push(error);
}

/** Throws the first that was kept. */
export function throwFailure(): void {
  const [first] = (ofProgram.getStore() ?? ofProcess).splice(0);
  if (first !== undefined) throw first;
}

/** Runs a function that has failures of its own, and all that it awaits. */
export function withOwnFailures<T>(work: () => T): T {
  return ofProgram.run([], work);
}
