import { type Command, carryOut, type Ending } from "./commands.ts";
import { type CrashImage, Fingerprints, removeDirectory, restoreImage, takeImage } from "./crash-image.ts";
import { type Glance, glanceAt, type Standing, standingOf } from "./judge.ts";
import { type Birth, Plumbline } from "./plumbline.ts";

/** A durable state that a process can leave behind, and the first boundary at which it does. */
export interface Wreck {
  readonly boundary: string;
  readonly image: CrashImage;
}

/** What became of a command that nothing broke. */
export interface Life {
  readonly ending: Ending;
  /** Every boundary it went through, in order. */
  readonly boundaries: readonly string[];
  /** The different durable states among them. */
  readonly wrecks: readonly Wreck[];
  readonly tookMs: number;
}

/** A process that begins over what another left, does as it is told, and is looked at. */
export class Incarnation {
  readonly #dir: string;
  readonly #plumbline: Plumbline;
  #watch: ((boundary: string) => void) | undefined;

  constructor(image: CrashImage, operationMs: number, laterMs = 0) {
    this.#dir = restoreImage(image);
    const birth: Birth = { ...image.next, now: image.next.now + laterMs };
    this.#plumbline = new Plumbline(this.#dir, birth, operationMs, (boundary) => this.#watch?.(boundary));
  }

  get plumbline(): Plumbline {
    return this.#plumbline;
  }

  /**
   * Carries out a command, and keeps what a kill at each of its boundaries would leave, unless that is known already.
   */
  async live(command: Command, known: Set<string>): Promise<Life> {
    const boundaries: string[] = [];
    const wrecks: Wreck[] = [];
    const fingerprints = new Fingerprints(this.#dir);
    this.#watch = (boundary) => {
      boundaries.push(boundary);
      const { next } = this.#plumbline;
      const fingerprint = fingerprints.at(next.now);
      if (known.has(fingerprint)) return;
      known.add(fingerprint);
      wrecks.push({ boundary, image: takeImage(this.#dir, next) });
    };
    const begun = performance.now();
    try {
      const ending = await carryOut(command, this.#plumbline.deployment);
      return { ending, boundaries, wrecks, tookMs: performance.now() - begun };
    } finally {
      this.#watch = undefined;
      fingerprints.close();
    }
  }

  /** Carries out a command without a look at its boundaries. */
  async just(command: Command): Promise<Life> {
    const begun = performance.now();
    const ending = await carryOut(command, this.#plumbline.deployment);
    return { ending, boundaries: [], wrecks: [], tookMs: performance.now() - begun };
  }

  glance(): Promise<Glance> {
    return glanceAt(this.#plumbline, this.#dir);
  }

  standing(): Promise<Standing> {
    return standingOf(this.#plumbline, this.#dir);
  }

  image(): CrashImage {
    return takeImage(this.#dir, this.#plumbline.next);
  }

  async end(): Promise<void> {
    await this.#plumbline.close();
    removeDirectory(this.#dir);
  }
}
