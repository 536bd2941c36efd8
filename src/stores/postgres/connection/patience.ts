/**
 * How long the database is waited for, in milliseconds (decision 0033). A holder of a stack finds out by its own timer
 * that its lease has passed, however long that is.
 */
export interface Patience {
  /** For a new connection to stand. */
  readonly connectMs: number;
  /** For a sign of life while something is asked. Longer than what the server itself ends, which says so. */
  readonly silenceMs: number;
  /** What the server gives a statement that only reads: nothing waits behind it, and one that sends is not silent. */
  readonly readMs: number;
  /** What the server gives any other statement, a wait for a lock, and a session that holds locks and does nothing. */
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
  /** For one of our own connections to be free. */
  readonly queueMs: number;
  /** How often a connection that only listens is asked whether it still stands and hears what is sent. */
  readonly probeMs: number;
  /** How often who watches looks for themselves, whatever was heard. */
  readonly pollMs: number;
}

/**
 * For what holds no lease and reads or rewrites all there is: the server gets longer for each statement, and for a
 * lock.
 */
export function unhurried(usual: Patience): Patience {
  const longer = 15;
  return {
    ...usual,
    silenceMs: longer * usual.silenceMs,
    statementMs: longer * usual.statementMs,
    lockMs: longer * usual.lockMs,
    queueMs: longer * usual.queueMs,
  };
}

export const patience: Patience = {
  connectMs: 3_000,
  silenceMs: 4_000,
  readMs: 600_000,
  statementMs: 3_500,
  lockMs: 3_500,
  idleInTransactionMs: 3_000,
  queueMs: 6_000,
  probeMs: 2_000,
  pollMs: 10_000,
};
