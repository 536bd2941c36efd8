import type { Called } from "./api-world.ts";
import { attachment, provider, type Stage, serviceAttachment } from "./stage.ts";

/** A request that succeeds for whoever may make it. */
export interface Asked {
  /** The values of its path. */
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** What it is answered with then. */
  readonly status: number;
}

/** Sends a request as the caller whose turn it is. */
type AsCaller = (method: string, path: string, body?: unknown) => Promise<Called>;

const type = attachment;
const anyVersion = { "if-match": "*" };
const none = { "if-none-match": "*" };
const ok: Asked = { status: 200 };
const subject = "group:a team";

/** What each stage has brought up for its readers: test files that share this module have a world each. */
const broughtUp = new WeakMap<Stage, ReturnType<Stage["up"]>>();

/** Of a stack that has been brought up and is only read: one for all readers of a stage. */
const ofUp =
  (more: (up: Awaited<ReturnType<Stage["up"]>>) => Asked["path"] = () => ({})) =>
  async (stage: Stage): Promise<Asked> => {
    const shared = broughtUp.get(stage) ?? stage.up();
    broughtUp.set(stage, shared);
    const up = await shared;
    return { path: { stack: up.stack, ...more(up) }, status: 200 };
  };

/** For each operation what makes it succeed. */
export const requests: Readonly<Record<string, (stage: Stage, asCaller: AsCaller) => Promise<Asked> | Asked>> = {
  listLogins: () => ok,
  getDescription: () => ok,
  getEarlierDescription: () => ok,
  getLiveness: () => ok,
  getReadiness: () => ok,
  getVersion: () => ok,
  watchEvents: () => ok,
  getCaller: () => ok,
  getStoreHealth: () => ok,
  repairStore: () => ok,
  getMetrics: () => ok,
  listTypes: () => ok,
  getType: () => ({ path: { type }, status: 200 }),
  getTypeSchema: () => ({ path: { type }, status: 200 }),
  getCatalog: () => ok,
  checkDeclaration: (stage) => ({ body: stage.declaration("a"), status: 200 }),
  drawDeclaration: (stage) => ({ body: stage.declaration("a"), status: 200 }),
  describeDeclaration: (stage) => ({ body: stage.declaration("a"), status: 200 }),

  listStacks: () => ok,
  createStack: (stage) => ({ body: { name: stage.fresh("s") }, status: 201 }),
  getStack: ofUp(),
  deleteStack: async (stage) => ({ path: { stack: await stage.stack() }, status: 204 }),
  pruneStack: async (stage) => ({ path: { stack: await stage.stack() }, body: { keep: 0 }, status: 200 }),
  moveStack: async (stage) => ({
    path: { stack: await stage.stack() },
    body: { to: `portal/${stage.fresh("m")}` },
    status: 200,
  }),
  getDeparture: ofUp(),
  beginDeparture: async (stage) => ({
    path: { stack: await stage.stack() },
    body: { to: "https://other.example", dryRun: true },
    status: 200,
  }),
  cancelDeparture: async (stage) => ({ path: { stack: await stage.stack() }, status: 204 }),
  endDeparture: async (stage) => {
    const { stack, move } = await stage.leaving();
    return { path: { stack }, body: { move }, status: 200 };
  },
  beginArrival: async (stage) => {
    const { content } = await stage.leaving();
    return { path: { stack: stage.fresh("s") }, body: { from: "elsewhere", content, dryRun: true }, status: 200 };
  },
  endArrival: async (stage) => {
    const { stack, ...body } = await stage.arriving();
    return { path: { stack }, body, status: 200 };
  },
  cancelArrival: async (stage) => ({ path: { stack: await stage.stack(), move: "m" }, status: 204 }),
  sealConfigValue: async (stage) => ({
    path: { stack: await stage.stack() },
    body: { key: "password", value: "x" },
    status: 200,
  }),
  openConfigValues: async (stage) => ({ path: { stack: await stage.stack() }, body: { values: {} }, status: 200 }),
  getStackOutputs: ofUp(),
  getStackSettings: ofUp(),
  replaceStackSettings: async (stage) => ({
    path: { stack: await stage.stack() },
    body: { approvals: 1 },
    headers: anyVersion,
    status: 200,
  }),
  getStackDrift: ofUp(),
  getDeclaration: async (stage) => ({ path: await stage.kept(), status: 200 }),
  replaceDeclaration: async (stage) => ({
    path: { stack: await stage.stack() },
    body: stage.declaration("a"),
    headers: none,
    status: 201,
  }),
  listDeclarationVersions: async (stage) => ({ path: await stage.kept(), status: 200 }),
  getDeclarationVersion: async (stage) => ({ path: { ...(await stage.kept()), version: "1" }, status: 200 }),

  createPlan: async (stage) => ({
    path: { stack: await stage.stack() },
    body: { kind: "apply", newStack: true, declaration: stage.declaration(stage.fresh("a")) },
    status: 201,
  }),
  examineProviders: async (stage) => ({
    path: { stack: await stage.stack() },
    body: { declaration: stage.declaration(stage.fresh("a")) },
    status: 200,
  }),
  registerProviders: async (stage) => ({
    path: { stack: await stage.stack() },
    body: { declaration: stage.declaration(stage.fresh("a")), registrations: [] },
    status: 200,
  }),
  listPlans: ofUp(),
  getPlan: ofUp(({ digest }) => ({ digest })),
  listPlanSteps: ofUp(({ digest }) => ({ digest })),

  startRun: async (stage) => {
    const { stack, digest } = await stage.planned();
    return { path: { stack }, body: { plan: digest }, status: 202 };
  },
  listRuns: ofUp(),
  listStateEdits: ofUp(),
  getRun: ofUp(({ run }) => ({ run })),
  listRunSteps: ofUp(({ run }) => ({ run })),
  followRun: ofUp(({ run }) => ({ run })),
  cancelRun: async (stage) => ({ path: await stage.waiting(), status: 202 }),
  resumeRun: async (stage) => ({ path: await stage.broken(), status: 202 }),
  approveRun: async (stage) => ({ path: await stage.waiting(), status: 200 }),
  rejectRun: async (stage) => ({ path: await stage.waiting(), status: 200 }),

  listResources: ofUp(),
  getResource: ofUp(({ name }) => ({ name })),
  inspectResource: ofUp(({ name }) => ({ name })),
  listResourceHistory: ofUp(({ name }) => ({ name })),
  forgetResource: async (stage) => {
    const { stack, name } = await stage.up();
    return { path: { stack, name }, status: 204 };
  },
  renameResource: async (stage) => {
    const { stack, name } = await stage.up();
    return { path: { stack, name }, body: { to: "other" }, status: 204 };
  },
  importResources: async (stage) => {
    const { id, name } = await stage.unmanaged();
    const body = { imports: [{ type, name, id }], declaration: stage.declaration(name) };
    return { path: { stack: await stage.stack() }, body, status: 201 };
  },
  exportState: ofUp(),
  importState: async (stage) => {
    const { stack } = await stage.up();
    const { body: document } = await stage.ask("GET", `/v1/projects/test/stacks/${stack}/state`);
    return { path: { stack }, body: { document }, headers: anyVersion, status: 200 };
  },
  refreshState: async (stage) => ({ path: { stack: (await stage.up()).stack }, status: 200 }),

  readObject: async (stage) => {
    const { id, name } = await stage.unmanaged();
    return { path: { type }, body: { id, declaration: stage.declaration(name) }, status: 200 };
  },
  findUnmanagedObjects: (stage) => ({
    path: { type },
    body: { within: { location: "here" }, declaration: stage.declaration("a") },
    status: 200,
  }),
  // What is missing is told only to who may call it.
  callFunction: () => ({ path: { function: "migrate:getPrivateEndpointConnection" }, body: {}, status: 422 }),
  listObjects: () => ({ path: { type }, status: 200 }),
  getObject: async (stage) => ({ path: await stage.object(), status: 200 }),
  createObject: (stage) => ({
    path: { type },
    body: { provider, properties: { endpointAttachmentId: stage.fresh("o"), serviceAttachment } },
    status: 201,
  }),
  replaceObject: async (stage) => ({
    path: await stage.object(),
    body: { properties: { serviceAttachment, description: "two" } },
    headers: anyVersion,
    status: 200,
  }),
  deleteObject: async (stage) => ({ path: await stage.object(), status: 204 }),
  importObject: async (stage) => ({
    path: { type },
    body: { provider, id: (await stage.unmanaged()).id },
    status: 201,
  }),
  listCredentials: () => ok,
  getCredential: async (stage) => ({ path: { binding: await stage.keptCredential() }, status: 200 }),
  replaceCredential: (stage) => ({
    path: { binding: stage.fresh("c") },
    body: { kind: "databricks", origins: ["https://adb-9.databricks.test"] },
    headers: none,
    status: 200,
  }),
  deleteCredential: async (stage) => ({ path: { binding: await stage.keptCredential() }, status: 204 }),
  listProviders: () => ok,
  getProvider: async (stage) => ({ path: { provider: await stage.keptProvider() }, status: 200 }),
  replaceProvider: (stage) => ({ path: { provider: stage.fresh("p") }, body: provider, headers: none, status: 200 }),
  deleteProvider: async (stage) => ({ path: { provider: await stage.keptProvider() }, status: 204 }),
  getOperation: async (stage) => ({ path: { operation: await stage.operation() }, status: 200 }),
  waitForOperation: async (stage) => ({ path: { operation: await stage.operation() }, status: 200 }),

  listTokens: () => ok,
  createToken: () => ({ body: { name: "t", role: "admin", expiresInDays: 1 }, status: 201 }),
  // Their own, where they can have one.
  revokeToken: async (stage, asCaller) => {
    const body = { name: "t", role: "reader", expiresInDays: 1 };
    const own = await asCaller("POST", "/v1/tokens", body);
    const made = own.status === 201 ? own : await stage.ask("POST", "/v1/tokens", body);
    return { path: { handle: (made.body as { readonly id: string }).id }, status: 200 };
  },
  listPrincipals: () => ok,
  listServiceRoleAssignments: () => ok,
  assignServiceRole: () => ({ path: { subject }, body: { role: "reader" }, status: 200 }),
  removeServiceRole: () => ({ path: { subject }, status: 204 }),
  listStackRoleAssignments: ofUp(),
  assignStackRole: async (stage) => ({
    path: { stack: await stage.stack(), subject },
    body: { role: "reader" },
    status: 200,
  }),
  removeStackRole: async (stage) => ({ path: { stack: await stage.stack(), subject }, status: 204 }),
  listAuditEntries: () => ok,
  verifyAuditLog: () => ok,
};
