import type { Fetch } from "../../packages/base/exchange/fetch.ts";
import type { Json } from "../../packages/base/json/json.ts";
import type { LocalMode } from "../../packages/local-cloud/runtime/local-vendor.ts";
import { addressOf, type LocalReplySeen, type Vendor, vendorOf } from "./reply.ts";
import { verdictOn } from "./verdict.ts";

interface WitnessOptions {
  readonly mode?: LocalMode;
  /** Whose answers are judged; left out, all vendors'. */
  readonly vendors?: readonly Vendor[];
  /** Whether faults may have cut bodies off, so that one that is no JSON is no contradiction. */
  readonly mayCut?: () => boolean;
  /** Whether a fault gives answers of its own, which are not the local vendor's words: nothing is judged then. */
  readonly areGiven?: () => boolean;
}

/** Stands around local clouds and holds every answer against the vendor's published interface. */
export class ShapeWitness {
  readonly #options: WitnessOptions;
  readonly #found = new Set<string>();

  constructor(options: WitnessOptions = {}) {
    this.#options = options;
  }

  /** `options` are this cloud's own, where it is one of several. */
  around(cloud: Fetch, options = this.#options): Fetch {
    return async (request) => {
      const address = addressOf(request);
      const vendor = vendorOf(address.path);
      const response = await cloud(request);
      if (vendor !== undefined && options.vendors?.includes(vendor) !== false)
        await this.#read(response, { ...address, mode: options.mode ?? "documented" }, options);
      return response;
    };
  }

  /** Takes in one reply that somebody else has read; `text` is its body as it was sent. */
  hear(reply: LocalReplySeen, text: string): void {
    this.#note(verdictOn(reply, text));
  }

  #note(verdict: readonly string[]): void {
    for (const each of verdict) this.#found.add(each);
  }

  /** The faults are asked for only where something looks wrong: to ask is a transaction of the cloud. */
  async #read(
    response: Response,
    call: Omit<LocalReplySeen, "status" | "body">,
    { mayCut, areGiven }: WitnessOptions,
  ): Promise<void> {
    let body: Json | undefined;
    let text = "";
    try {
      text = await response.clone().text();
      // A page for people is none of the interface's business; where one is due, the table of the undescribed says.
      body = text === "" ? undefined : (JSON.parse(text) as Json);
    } catch {
      if (mayCut?.() === true) return;
      body = "no JSON";
    }
    const verdict = verdictOn({ ...call, status: response.status, body }, text);
    if (verdict.length > 0 && areGiven?.() !== true) this.#note(verdict);
  }

  /** What contradicted the interfaces so far, each thing once. */
  get found(): readonly string[] {
    return [...this.#found];
  }

  /** Throws when anything did, and forgets it. */
  testify(): void {
    const found = this.found;
    this.#found.clear();
    if (found.length === 0) return;
    throw new Error(`not as the vendor's interface describes it:\n${found.slice(0, 20).join("\n")}`);
  }
}
