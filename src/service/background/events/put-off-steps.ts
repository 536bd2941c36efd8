import type { RunEvent } from "../../../contract/documents/runs/run-events.ts";

const turnedAway = 429;

/** What is known of a step that is under way. */
interface Known {
  /** One of its changes was sent and not turned away: what became of it is for its run to tell. */
  readonly isSent: boolean;
  /** Its call is not made again before then, in milliseconds since the epoch. */
  readonly waitsUntil: number;
}

const nothing: Known = { isSent: false, waitsUntil: 0 };

/**
 * The steps of a run that wait to make their call again, since their platform has turned it away (429): nothing of them
 * is in flight. Told by the events of the run; a step of which they don't tell enough is not among them.
 */
export class PutOffSteps {
  readonly #known = new Map<string, Known>();

  note(event: RunEvent): void {
    if (event.event !== "call" && event.event !== "retrying") return;
    const { isSent } = this.#known.get(event.name) ?? nothing;
    if (event.event === "retrying") {
      const waitsUntil = event.why === "throttled" ? Date.parse(event.at ?? "") + event.afterMs : 0;
      this.#known.set(event.name, { isSent, waitsUntil });
    } else {
      const isChange = event.method !== "GET" && event.status !== turnedAway;
      this.#known.set(event.name, { isSent: isSent || isChange, waitsUntil: 0 });
    }
  }

  /** Whether a step waits at a moment (milliseconds since the epoch), and nothing that it has sent may be in flight. */
  waits(name: string, now: number): boolean {
    const known = this.#known.get(name);
    return known !== undefined && !known.isSent && now < known.waitsUntil;
  }
}
