import type { Drawn, ExamplesWorld } from "./examples-world.ts";

type Setting = (world: ExamplesWorld) => Promise<Drawn>;

const stack: Setting = (world) => world.stack();
const kept: Setting = (world) => world.kept();
const up: Setting = (world) => world.up();
const waiting: Setting = (world) => world.waiting();
const object: Setting = (world) => world.object();
const role: Setting = (world) => world.role();

/** What there is before the examples of an operation are sent; of those that are not here, nothing. */
export const settings: Readonly<Record<string, Setting>> = {
  getDeclaration: kept,
  replaceDeclaration: kept,
  listDeclarationVersions: kept,
  getDeclarationVersion: kept,
  getStack: stack,
  deleteStack: stack,
  moveStack: stack,
  pruneStack: stack,
  getDeparture: stack,
  beginDeparture: stack,
  cancelDeparture: stack,
  endDeparture: (world) => world.leaving(),
  endArrival: (world) => world.arriving(),
  getStackOutputs: up,
  getStackSettings: stack,
  replaceStackSettings: stack,
  getStackDrift: up,
  refreshState: up,
  sealConfigValue: stack,
  openConfigValues: (world) => world.sealedConfig(),
  createPlan: kept,
  listPlans: up,
  examineProviders: kept,
  registerProviders: kept,
  getPlan: up,
  listPlanSteps: up,
  startRun: (world) => world.planned(),
  listRuns: up,
  getRun: up,
  listRunSteps: up,
  followRun: up,
  cancelRun: waiting,
  resumeRun: (world) => world.broken(),
  approveRun: (world) => world.awaitingOther(),
  rejectRun: (world) => world.awaitingOther(),
  listResources: up,
  getResource: up,
  forgetResource: up,
  inspectResource: up,
  listResourceHistory: up,
  renameResource: up,
  importResources: (world) => world.unmanaged(),
  exportState: up,
  importState: stack,
  listStateEdits: up,
  readObject: (world) => world.unmanaged(),
  findUnmanagedObjects: (world) => world.unmanaged(),
  callFunction: (world) => world.connection(),
  listObjects: object,
  createObject: (world) => world.provider(),
  getObject: object,
  replaceObject: object,
  deleteObject: object,
  importObject: (world) => world.unmanaged(),
  getProvider: (world) => world.provider(),
  replaceProvider: (world) => world.provider(),
  deleteProvider: (world) => world.provider(),
  getOperation: (world) => world.operation(),
  waitForOperation: (world) => world.operation(),
  createToken: (world) => world.namedStack(),
  revokeToken: (world) => world.ownToken(),
  listStackRoleAssignments: role,
  assignStackRole: role,
  removeStackRole: role,
  removeServiceRole: role,
  getCredential: (world) => world.credential(),
  replaceCredential: (world) => world.credential(),
  deleteCredential: (world) => world.credential(),
};

/** The same, where the example of a write expects that nothing stands yet. */
export const settingsOfNothing: Readonly<Record<string, Setting>> = {
  replaceDeclaration: stack,
  replaceStackSettings: stack,
};
