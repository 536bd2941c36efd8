/** More than this between two looks is not counted: who did not look can't know that nothing was to be seen. */
const usualGapMs = 1_000;

interface Seen {
  readonly version: string;
  readonly silentMs: number;
  readonly lookedAt: number;
}

/**
 * For how long signs of life have stayed the same before the eyes of this process, by its own count of time. Time in
 * which it did not look hardly counts: a machine that slept, or a process that stood still, may have stopped who gives
 * the signs as well.
 */
export class LivenessTracker {
  readonly #seen = new Map<string, Seen>();
  readonly #mostGapMs: number;

  /** `mostGapMs`: for who looks less often than usual. */
  constructor(mostGapMs = usualGapMs) {
    this.#mostGapMs = mostGapMs;
  }

  /** Looks at a version at that moment of a steady clock; gives for how long it has been seen to be the same. */
  observe(key: string, version: string, elapsed: number): number {
    const before = this.#seen.get(key);
    const gap = before === undefined ? 0 : Math.max(0, Math.min(elapsed - before.lookedAt, this.#mostGapMs));
    const silentMs = before?.version === version ? before.silentMs + gap : 0;
    this.#seen.set(key, { version, silentMs, lookedAt: elapsed });
    return silentMs;
  }

  /** What the last look gave. */
  seenMs(key: string): number {
    return this.#seen.get(key)?.silentMs ?? 0;
  }

  forget(key: string): void {
    this.#seen.delete(key);
  }

  /** Forgets all but these. */
  retain(keys: ReadonlySet<string>): void {
    for (const key of this.#seen.keys()) if (!keys.has(key)) this.#seen.delete(key);
  }
}
