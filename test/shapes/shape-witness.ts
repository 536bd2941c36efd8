import type { Fetch } from "../../src/base/fetch.ts";
import type { Json } from "../../src/base/json.ts";
import type { LocalMode } from "../../src/clouds/ground/local-vendor.ts";
import { contradictions } from "./contradictions.ts";
import { addressOf, vendorOf } from "./reply.ts";

interface WitnessOptions {
  readonly mode?: LocalMode;
  /** Whether faults may have cut bodies off, so that one that is no JSON is no contradiction. */
  readonly mayCut?: () => boolean;
}

/** Stands around a local cloud and holds every answer against the vendor's published interface. */
export class ShapeWitness {
  readonly #options: WitnessOptions;
  readonly #found = new Set<string>();

  constructor(options: WitnessOptions = {}) {
    this.#options = options;
  }

  around(cloud: Fetch): Fetch {
    return async (request) => {
      const response = await cloud(request);
      const { path } = addressOf(request);
      if (vendorOf(path) !== undefined) await this.#judge(request, response);
      return response;
    };
  }

  async #judge(request: Request, response: Response): Promise<void> {
    const address = addressOf(request);
    const { status } = response;
    const { mode = "documented", mayCut = () => false } = this.#options;
    let body: Json | undefined;
    try {
      const text = await response.clone().text();
      // A page for people is none of the interface's business; where one is due, the table of the undescribed says.
      body = text === "" ? undefined : (JSON.parse(text) as Json);
    } catch {
      if (mayCut()) return;
      body = "no JSON";
    }
    for (const each of contradictions({ ...address, status, body, mode })) this.#found.add(each);
  }

  /** What contradicted the interfaces so far, each thing once. */
  get found(): readonly string[] {
    return [...this.#found];
  }

  /** Throws when anything did. */
  testify(): void {
    const found = this.found;
    if (found.length === 0) return;
    throw new Error(`not as the vendor's interface describes it:\n${found.slice(0, 20).join("\n")}`);
  }
}
