/** How many problems of one request are told at most. */
export const mostProblems = 100;

/**
 * Ends a check that has found more errors than are told: who collects them throws it, and who began the check catches
 * it. It never leaves a room.
 */
export class EnoughProblems extends Error {
  override readonly name = "EnoughProblems";
}
