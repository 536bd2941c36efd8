/** A seeded stream of numbers: equal seeds and labels give equal streams on every machine. */
export class Random {
  #state: number;

  constructor(seed: number, label = "") {
    let mixed = (seed ^ Math.floor(seed / 2 ** 32)) | 0;
    for (let index = 0; index < label.length; index += 1)
      mixed = Math.imul(mixed ^ label.charCodeAt(index), 0x01000193);
    this.#state = mixed >>> 0;
    // Neighbouring seeds begin alike; a few steps take them apart.
    for (let warm = 0; warm < 4; warm += 1) this.next();
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number in [0, limit). */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** A whole number in [from, to]. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<const T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }
}
