/** Calls in flight at once while reading. */
export const readParallelism = 32;
