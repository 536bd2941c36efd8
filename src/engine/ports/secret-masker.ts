/** What one piece of work keeps secret, for whatever hands on the texts of its platforms. */
export interface SecretMasker {
  /** Nothing that was had in the clear so far, and nothing that the stack has kept where that was asked for. */
  readonly isEmpty: boolean;
  /** Comes back once what the stack has kept is known as well, whichever process sealed it. Never rejects. */
  learn(): Promise<void>;
  /** A text without any of them. */
  masked(text: string): string;
}

/**
 * One call of a driver for a piece of work. What it has met may be secret, too: masker and places are whole
 * `afterwards`.
 */
export interface CallUnderWay {
  readonly masker: SecretMasker;
  /** JSON pointers below the outputs of what it is about to what is secret, be its value known by now or not. */
  readonly secret: readonly string[];
  /** Does that once what the call has brought is sealed, so that the masker knows it. */
  afterwards(work: () => void): void;
}

/**
 * Makes a call so that whatever it comes to below the driver can tell for which work it is made: a driver and its fetch
 * are many works'.
 */
export type During = <T>(call: CallUnderWay, make: () => Promise<T>) => Promise<T>;
