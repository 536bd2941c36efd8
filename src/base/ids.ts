/** Randomness as a port: unique ids and name suffixes come from here only. */
export interface Ids {
  /** A fresh unique id, 32 lower-case hex digits. */
  unique(): string;
  /** `length` random characters of [a-z0-9], for names that people read. */
  suffix(length: number): string;
}
