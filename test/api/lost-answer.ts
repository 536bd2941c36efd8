import type { Json } from "../../packages/base/json/json.ts";
import type { TestDeployment } from "../../src/service/use-cases/deployment.fixture.ts";
import type { Deployment } from "../../src/service/use-cases/deployment.ts";

const writes = ["POST", "PUT", "PATCH", "DELETE"];

/**
 * The first write takes effect and its answer is lost. From then on the platforms can't be reached, until they are
 * mended.
 */
export class LostAnswer {
  readonly #base: TestDeployment;
  #isOver = false;

  constructor(base: TestDeployment) {
    this.#base = base;
  }

  around(deployment: Deployment): Deployment {
    return {
      ...deployment,
      driverOf: (provider, at) => {
        const driver = deployment.driverOf(provider, at);
        return {
          ...driver,
          write: async (change, signal) => {
            if (this.#isOver) return driver.write(change, signal);
            this.#isOver = true;
            await this.#add({ match: { method: writes, times: 1 }, fault: { kind: "reset-after" } });
            const outcome = await driver.write(change, signal);
            await this.#add({ fault: { kind: "reset-before" } });
            return outcome;
          },
        };
      },
    };
  }

  /** The platforms answer again. Whoever writes for the first time after that is answered, too. */
  async mend(): Promise<void> {
    this.#isOver = true;
    await this.#base.wire("DELETE", "_local/faults");
  }

  async #add(rule: Json): Promise<void> {
    await this.#base.wire("POST", "_local/faults", [rule]);
  }
}
