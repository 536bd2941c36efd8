import { expect } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { person, type ServiceWorld } from "../../src/service/background/background.fixture.ts";
import { changeStackSettings } from "../../src/service/background/stack-settings.ts";
import { attachments } from "../../src/service/use-cases/deployment.fixture.ts";
import { ensureStack } from "../../src/service/use-cases/stacks/begin-stack.ts";
import type { Called } from "./api-world.ts";
import { brokenRun } from "./broken-run.ts";
import { attachment, provider, serviceAttachment } from "./stage.ts";

const declaration = attachments({ a: "one" });
const objects = `/v1/types/${encodeURIComponent(attachment)}/objects`;
const up = (stack: string) => ({
  kind: "apply",
  newStack: true,
  declaration: { ...declaration, file: `${stack}.yaml` },
});

export type Ask = (method: string, path: string, body?: unknown) => Promise<Called>;

export interface KeyedCase {
  readonly what: string;
  readonly operationId: string;
  /** Gives the request. */
  prepare(ask: Ask, world: ServiceWorld): Promise<{ readonly path: string; readonly body?: unknown }>;
  /** Headers of the request besides its key. */
  readonly headers?: Readonly<Record<string, string>>;
  /** A verb about what is there may be answered with how it stands by now: 409. */
  readonly statuses: readonly number[];
  /** All that was written on the platforms, when all is over. */
  readonly writes: readonly unknown[];
  /** How many runs there are then, of stacks and of objects. */
  readonly runs: number;
}

export const keyedCases: readonly KeyedCase[] = [
  {
    what: "a run",
    operationId: "startRun",
    prepare: async (ask) => {
      const { digest } = (await ask("POST", "/v1/projects/test/stacks/dev/plans", up("dev"))).body as JsonObject;
      return { path: "/v1/projects/test/stacks/dev/runs", body: { plan: digest } };
    },
    statuses: [202],
    writes: ["create a"],
    runs: 1,
  },
  {
    what: "an object",
    operationId: "createObject",
    prepare: async () => {
      const properties = { endpointAttachmentId: "o", serviceAttachment };
      return { path: objects, body: { provider, properties } };
    },
    statuses: [201],
    writes: ["create o"],
    runs: 1,
  },
  {
    what: "an object that gets its name here",
    operationId: "createObject",
    prepare: async () => {
      const properties = { resourceGroupName: "rg", projectName: "mover" };
      const azure = { kind: "azure", subscriptionId: "s-1" };
      return { path: "/v1/types/migrate%3AServerCollector/objects", body: { provider: azure, properties } };
    },
    statuses: [201],
    writes: [expect.stringMatching(/^create servercollector-/)],
    runs: 1,
  },
  {
    what: "the care for an object",
    operationId: "importObject",
    prepare: async (_, world) => {
      const parent = "v1/projects/acme/locations/here/endpointAttachments";
      await world.base.wire("POST", `${parent}?endpointAttachmentId=there`, { serviceAttachment });
      return {
        path: `${objects}:import`,
        body: { provider, id: "projects/acme/locations/here/endpointAttachments/there" },
      };
    },
    statuses: [201],
    writes: ["create there"],
    runs: 1,
  },
  {
    what: "a stack",
    operationId: "createStack",
    prepare: async () => ({ path: "/v1/projects/test/stacks", body: { name: "s" } }),
    statuses: [201],
    writes: [],
    runs: 0,
  },
  {
    what: "the name of a stack",
    operationId: "moveStack",
    prepare: async (ask) => {
      await ask("POST", "/v1/projects/test/stacks", { name: "s" });
      return { path: "/v1/projects/test/stacks/s:move", body: { to: "portal/s" } };
    },
    statuses: [200],
    writes: [],
    runs: 0,
  },
  {
    what: "the history of a stack",
    operationId: "pruneStack",
    prepare: async (ask) => {
      await ask("POST", "/v1/projects/test/stacks", { name: "s" });
      return { path: "/v1/projects/test/stacks/s:prune", body: { keep: 0 } };
    },
    statuses: [200],
    writes: [],
    runs: 0,
  },
  {
    what: "a plan",
    operationId: "createPlan",
    prepare: async () => ({ path: "/v1/projects/test/stacks/dev/plans", body: up("dev") }),
    statuses: [201],
    writes: [],
    runs: 0,
  },
  {
    what: "a list of imports",
    operationId: "importResources",
    prepare: async (ask, world) => {
      await ask("POST", "/v1/projects/test/stacks", { name: "dev" });
      return { path: "/v1/projects/test/stacks/dev/resources:import", body: await importing(world) };
    },
    statuses: [201],
    writes: ["create a"],
    runs: 0,
  },
  {
    what: "a record of what the platforms show",
    operationId: "refreshState",
    prepare: async (ask, world) => {
      await ask("POST", "/v1/projects/test/stacks", { name: "dev" });
      await ask("POST", "/v1/projects/test/stacks/dev/resources:import", await importing(world));
      return { path: "/v1/projects/test/stacks/dev/state:refresh" };
    },
    statuses: [200],
    writes: ["create a"],
    runs: 0,
  },
  {
    what: "an approval",
    operationId: "approveRun",
    prepare: async (ask, world) => ({ path: `${await waiting(ask, world)}:approve` }),
    statuses: [200, 409],
    writes: ["create a"],
    runs: 1,
  },
  {
    what: "a rejection",
    operationId: "rejectRun",
    prepare: async (ask, world) => ({ path: `${await waiting(ask, world)}:reject` }),
    statuses: [200, 409],
    writes: [],
    runs: 1,
  },
  {
    what: "the end of a run",
    operationId: "cancelRun",
    prepare: async (ask, world) => ({ path: `${await waiting(ask, world)}:cancel` }),
    statuses: [202, 409],
    writes: [],
    runs: 1,
  },
  {
    what: "the rest of a run",
    operationId: "resumeRun",
    prepare: async (_, world) => {
      const { run } = await brokenRun("test/dev", ["a", "b"], world.base);
      return { path: `/v1/projects/test/stacks/dev/runs/${run}:resume` };
    },
    statuses: [202, 409],
    writes: ["create a", "create b"],
    runs: 1,
  },
  {
    what: "another name",
    operationId: "renameResource",
    prepare: async (ask) => {
      const { digest } = (await ask("POST", "/v1/projects/test/stacks/dev/plans", up("dev"))).body as JsonObject;
      const { run } = (await ask("POST", "/v1/projects/test/stacks/dev/runs", { plan: digest })).body as JsonObject;
      await ask("GET", `/v1/projects/test/stacks/dev/runs/${run}/events`);
      return { path: "/v1/projects/test/stacks/dev/resources/a:rename", body: { to: "b" } };
    },
    statuses: [204],
    writes: ["create a"],
    runs: 1,
  },
];

/** A request to import an object that somebody made. */
async function importing(world: ServiceWorld) {
  const parent = "v1/projects/acme/locations/here/endpointAttachments";
  await world.base.wire("POST", `${parent}?endpointAttachmentId=a`, { serviceAttachment });
  return { imports: [{ type: attachment, name: "a", id: "here/a" }], declaration };
}

/** The path of a run that somebody else has started and that needs an approval. */
async function waiting(ask: Ask, world: ServiceWorld): Promise<string> {
  await ensureStack("test/dev", world.base);
  const { digest } = (await ask("POST", "/v1/projects/test/stacks/dev/plans", up("dev"))).body as {
    readonly digest: string;
  };
  await changeStackSettings("test/dev", { approvals: 1 }, {}, world.base);
  const request = { stack: "test/dev", plan: digest, parallel: 1 };
  const { run } = await world.dispatcher(3).start(request, person("ann"));
  return `/v1/projects/test/stacks/dev/runs/${run}`;
}
