/**
 * Who is meant to be let in where: written by hand from what the roles mean, never computed from the code that decides.
 * One line for each operation, one word for each caller, in this order. A change here is a change of what people may
 * do: review it as one.
 *
 * - `yes`: the operation is carried out.
 * - `401`: whoever sends no token is asked who they are.
 * - `403`: the caller may know of it, and may not do it.
 * - `404`: the caller may not even know that there is such a stack.
 */
export const callers = [
  "anonymous",
  "no role",
  "reader",
  "planner",
  "operator",
  "admin",
  "account admin, no member",
  "account admin and member",
  // Beyond the eight: a role on one stack alone, on this one or on another; and a rank at the platforms alone.
  "admin here",
  "admin elsewhere",
  "account admin without a role",
] as const;

export type CallerName = (typeof callers)[number];
export type Verdict = "yes" | "401" | "403" | "404";

const intended: Readonly<Record<string, string>> = {
  // Nobody is asked who they are: what a client needs before it can sign in, and what an orchestrator asks.
  listLogins: "yes yes yes yes yes yes yes yes yes yes yes",
  getDescription: "yes yes yes yes yes yes yes yes yes yes yes",
  getEarlierDescription: "yes yes yes yes yes yes yes yes yes yes yes",
  getLiveness: "yes yes yes yes yes yes yes yes yes yes yes",
  getReadiness: "yes yes yes yes yes yes yes yes yes yes yes",

  // Whoever is known.
  getVersion: "401 yes yes yes yes yes yes yes yes yes yes",
  // Each topic takes the right that its own stream takes.
  watchEvents: "401 yes yes yes yes yes yes yes yes yes yes",
  getCaller: "401 yes yes yes yes yes yes yes yes yes yes",
  listTypes: "401 yes yes yes yes yes yes yes yes yes yes",
  getType: "401 yes yes yes yes yes yes yes yes yes yes",
  getTypeSchema: "401 yes yes yes yes yes yes yes yes yes yes",
  getCatalog: "401 yes yes yes yes yes yes yes yes yes yes",
  // Each sees only the stacks they may read; the list itself is nothing to hide.
  listStacks: "401 yes yes yes yes yes yes yes yes yes yes",

  // Work on the service's own machine is for those who hold any role; with a token that is limited to stacks, on one of
  // those.
  checkDeclaration: "401 403 yes yes yes yes yes yes yes yes 403",
  drawDeclaration: "401 403 yes yes yes yes yes yes yes yes 403",
  describeDeclaration: "401 403 yes yes yes yes yes yes yes yes 403",

  // Each their own tokens, which lend no more than they hold.
  listTokens: "401 403 yes yes yes yes yes yes yes yes 403",
  createToken: "401 403 yes yes yes yes yes yes yes yes 403",
  revokeToken: "401 403 yes yes yes yes yes yes yes yes 403",

  // Readers of the stack.
  getStack: "401 404 yes yes yes yes yes yes yes 404 404",
  getStackOutputs: "401 404 yes yes yes yes yes yes yes 404 404",
  getStackSettings: "401 404 yes yes yes yes yes yes yes 404 404",
  getStackDrift: "401 404 yes yes yes yes yes yes yes 404 404",
  getDeclaration: "401 404 yes yes yes yes yes yes yes 404 404",
  listDeclarationVersions: "401 404 yes yes yes yes yes yes yes 404 404",
  getDeclarationVersion: "401 404 yes yes yes yes yes yes yes 404 404",
  listPlans: "401 404 yes yes yes yes yes yes yes 404 404",
  getPlan: "401 404 yes yes yes yes yes yes yes 404 404",
  listPlanSteps: "401 404 yes yes yes yes yes yes yes 404 404",
  listRuns: "401 404 yes yes yes yes yes yes yes 404 404",
  listStateEdits: "401 404 yes yes yes yes yes yes yes 404 404",
  getRun: "401 404 yes yes yes yes yes yes yes 404 404",
  listRunSteps: "401 404 yes yes yes yes yes yes yes 404 404",
  followRun: "401 404 yes yes yes yes yes yes yes 404 404",
  listResources: "401 404 yes yes yes yes yes yes yes 404 404",
  getResource: "401 404 yes yes yes yes yes yes yes 404 404",
  inspectResource: "401 404 yes yes yes yes yes yes yes 404 404",
  listResourceHistory: "401 404 yes yes yes yes yes yes yes 404 404",
  getDeparture: "401 404 yes yes yes yes yes yes yes 404 404",
  exportState: "401 404 yes yes yes yes yes yes yes 404 404",

  // Planners: a plan changes nothing and carries no rights.
  createPlan: "401 404 403 yes yes yes yes yes yes 404 404",
  examineProviders: "401 404 403 yes yes yes yes yes yes 404 404",
  sealConfigValue: "401 404 403 yes yes yes yes yes yes 404 404",

  // Operators: what is wanted of a stack, and carrying it out.
  replaceDeclaration: "401 404 403 403 yes yes yes yes yes 404 404",
  registerProviders: "401 404 403 403 yes yes yes yes yes 404 404",
  startRun: "401 404 403 403 yes yes yes yes yes 404 404",
  openConfigValues: "401 404 403 403 403 yes 403 403 yes 404 404",
  cancelRun: "401 404 403 403 yes yes yes yes yes 404 404",
  resumeRun: "401 404 403 403 yes yes yes yes yes 404 404",
  approveRun: "401 404 403 403 yes yes yes yes yes 404 404",
  rejectRun: "401 404 403 403 yes yes yes yes yes 404 404",
  refreshState: "401 404 403 403 yes yes yes yes yes 404 404",
  importState: "401 404 403 403 yes yes yes yes yes 404 404",
  beginArrival: "401 404 403 403 yes yes yes yes 404 404 404",
  endArrival: "401 404 403 403 yes yes yes yes yes 404 404",
  cancelArrival: "401 404 403 403 yes yes yes yes yes 404 404",
  forgetResource: "401 404 403 403 yes yes yes yes yes 404 404",
  renameResource: "401 404 403 403 yes yes yes yes yes 404 404",
  importResources: "401 404 403 403 yes yes yes yes yes 404 404",

  // Admins of the stack: ending it, how runs are approved and who is told, and who may do what.
  deleteStack: "401 404 403 403 403 yes 403 403 yes 404 404",
  // Who has it here makes a stack of another name as well, and that takes a role on the whole service.
  pruneStack: "401 404 403 403 403 yes 403 403 yes 404 404",
  beginDeparture: "401 404 403 403 403 yes 403 403 yes 404 404",
  cancelDeparture: "401 404 403 403 403 yes 403 403 yes 404 404",
  endDeparture: "401 404 403 403 403 yes 403 403 yes 404 404",
  moveStack: "401 404 403 403 403 yes 403 403 403 404 404",
  replaceStackSettings: "401 404 403 403 403 yes 403 403 yes 404 404",
  listStackRoleAssignments: "401 404 403 403 403 yes 403 403 yes 404 404",
  assignStackRole: "401 404 403 403 403 yes 403 403 yes 404 404",
  removeStackRole: "401 404 403 403 403 yes 403 403 yes 404 404",

  // Readers of the whole service: a role on one stack is none here.
  getStoreHealth: "401 403 yes yes yes yes yes yes 403 403 403",
  getMetrics: "401 403 yes yes yes yes yes yes 403 403 403",
  readObject: "401 403 yes yes yes yes yes yes 403 403 403",
  findUnmanagedObjects: "401 403 yes yes yes yes yes yes 403 403 403",
  callFunction: "401 403 yes yes yes yes yes yes 403 403 403",
  listObjects: "401 403 yes yes yes yes yes yes 403 403 403",
  getObject: "401 403 yes yes yes yes yes yes 403 403 403",
  listProviders: "401 403 yes yes yes yes yes yes 403 403 403",
  getProvider: "401 403 yes yes yes yes yes yes 403 403 403",
  // Of an object without a stack; its name tells nothing to who may not see objects.
  getOperation: "401 404 yes yes yes yes yes yes 404 404 404",
  waitForOperation: "401 404 yes yes yes yes yes yes 404 404 404",

  // Operators of the whole service.
  createStack: "401 403 403 403 yes yes yes yes 403 403 403",
  createObject: "401 403 403 403 yes yes yes yes 403 403 403",
  replaceObject: "401 403 403 403 yes yes yes yes 403 403 403",
  deleteObject: "401 403 403 403 yes yes yes yes 403 403 403",
  importObject: "401 403 403 403 yes yes yes yes 403 403 403",
  replaceProvider: "401 403 403 403 yes yes yes yes 403 403 403",
  deleteProvider: "401 403 403 403 yes yes yes yes 403 403 403",

  // Admins of the whole service.
  repairStore: "401 403 403 403 403 yes 403 403 403 403 403",
  listCredentials: "401 403 403 403 403 yes 403 403 403 403 403",
  getCredential: "401 403 403 403 403 yes 403 403 403 403 403",
  replaceCredential: "401 403 403 403 403 yes 403 403 403 403 403",
  deleteCredential: "401 403 403 403 403 yes 403 403 403 403 403",
  listPrincipals: "401 403 403 403 403 yes 403 403 403 403 403",
  listServiceRoleAssignments: "401 403 403 403 403 yes 403 403 403 403 403",
  assignServiceRole: "401 403 403 403 403 yes 403 403 403 403 403",
  removeServiceRole: "401 403 403 403 403 yes 403 403 403 403 403",
  listAuditEntries: "401 403 403 403 403 yes 403 403 403 403 403",
  verifyAuditLog: "401 403 403 403 403 yes 403 403 403 403 403",
};

/** The operations that the file speaks of. */
export const intendedOperations: readonly string[] = Object.keys(intended);

/** What is meant to come of it when somebody asks for an operation; undefined where nobody has said. */
export function intent(operationId: string, who: CallerName): Verdict | undefined {
  const cells = intended[operationId]?.split(" ");
  if (cells?.length !== callers.length) return undefined;
  return cells[callers.indexOf(who)] as Verdict;
}

/**
 * The specification's rule for the setting that restricts workspace admins: only account admins who are members of the
 * workspace plan it without an error, and only they carry it out, whoever made the plan.
 */
export const settingIntent: Readonly<
  Record<CallerName, { readonly plans: Verdict | "refused"; readonly runs: Verdict | "refused" }>
> = {
  anonymous: { plans: "401", runs: "401" },
  "no role": { plans: "404", runs: "404" },
  reader: { plans: "403", runs: "403" },
  planner: { plans: "refused", runs: "403" },
  operator: { plans: "refused", runs: "refused" },
  admin: { plans: "refused", runs: "refused" },
  "account admin, no member": { plans: "refused", runs: "refused" },
  "account admin and member": { plans: "yes", runs: "yes" },
  "admin here": { plans: "refused", runs: "refused" },
  "admin elsewhere": { plans: "404", runs: "404" },
  "account admin without a role": { plans: "404", runs: "404" },
};
