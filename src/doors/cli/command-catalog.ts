import type { CatalogEntry } from "./command.ts";

/** All commands in the order of the help. Modules are loaded on demand, so that a start costs what it uses. */
export const commandCatalog: readonly CatalogEntry[] = [
  {
    name: "init",
    summary: "write a first declaration",
    load: async () => (await import("./commands/init.ts")).init,
  },
  {
    name: "check",
    summary: "check the declaration without touching anything",
    load: async () => (await import("./commands/check.ts")).check,
  },
  {
    name: "plan",
    summary: "show what would change, and why",
    load: async () => (await import("./commands/plan.ts")).plan,
  },
  {
    name: "up",
    summary: "bring the platform true to the declaration",
    load: async () => (await import("./commands/up.ts")).up,
  },
  {
    name: "destroy",
    summary: "remove everything the stack manages",
    load: async () => (await import("./commands/destroy.ts")).destroy,
  },
  {
    name: "refresh",
    summary: "record what the platform shows now",
    load: async () => (await import("./commands/refresh.ts")).refresh,
  },
  {
    name: "drift",
    summary: "show what has moved out of plumb",
    load: async () => (await import("./commands/drift.ts")).drift,
  },
  {
    name: "undo",
    summary: "undo what a run did",
    load: async () => (await import("./commands/undo.ts")).undo,
  },
  {
    name: "config set",
    summary: "keep a config value of the stack",
    load: async () => (await import("./commands/config-set.ts")).configSet,
  },
  {
    name: "config get",
    summary: "show one config value that is kept",
    load: async () => (await import("./commands/config-get.ts")).configGet,
  },
  {
    name: "config list",
    summary: "list the config values that are kept",
    load: async () => (await import("./commands/config-list.ts")).configList,
  },
  {
    name: "config rm",
    summary: "remove a config value that is kept",
    load: async () => (await import("./commands/config-rm.ts")).configRm,
  },
  {
    name: "runs list",
    summary: "list the stack's runs",
    load: async () => (await import("./commands/runs-list.ts")).runsList,
  },
  {
    name: "runs show",
    summary: "show what one run did",
    load: async () => (await import("./commands/runs-show.ts")).runsShow,
  },
  {
    name: "runs resume",
    summary: "go on with a run that broke off",
    load: async () => (await import("./commands/runs-resume.ts")).runsResume,
  },
  {
    name: "runs cancel",
    summary: "end a run, here or elsewhere",
    load: async () => (await import("./commands/runs-cancel.ts")).runsCancel,
  },
  {
    name: "runs approve",
    summary: "approve a run that waits for it",
    load: async () => (await import("./commands/runs-answer.ts")).runsApprove,
  },
  {
    name: "runs reject",
    summary: "reject a run that waits for approval",
    load: async () => (await import("./commands/runs-answer.ts")).runsReject,
  },
  {
    name: "outputs",
    summary: "show the outputs of the last run",
    load: async () => (await import("./commands/outputs.ts")).outputs,
  },
  {
    name: "get",
    summary: "read one existing object",
    load: async () => (await import("./commands/get.ts")).get,
  },
  {
    name: "lookup",
    summary: "call a look-up function",
    load: async () => (await import("./commands/lookup.ts")).lookup,
  },
  {
    name: "import",
    summary: "bring an existing object under management",
    load: async () => (await import("./commands/import.ts")).importObject,
  },
  {
    name: "unmanaged",
    summary: "list existing objects that no stack manages",
    load: async () => (await import("./commands/unmanaged.ts")).unmanaged,
  },
  {
    name: "state list",
    summary: "list the objects the stack manages",
    load: async () => (await import("./commands/state-list.ts")).stateList,
  },
  {
    name: "state show",
    summary: "show what is recorded of one object",
    load: async () => (await import("./commands/state-show.ts")).stateShow,
  },
  {
    name: "state mv",
    summary: "give an object another logical name",
    load: async () => (await import("./commands/state-mv.ts")).stateMv,
  },
  {
    name: "state rm",
    summary: "forget an object; it stays on the platform",
    load: async () => (await import("./commands/state-rm.ts")).stateRm,
  },
  {
    name: "state export",
    summary: "write all that is recorded as JSON",
    load: async () => (await import("./commands/state-export.ts")).stateExport,
  },
  {
    name: "state import",
    summary: "take back what was exported",
    load: async () => (await import("./commands/state-import.ts")).stateImport,
  },
  {
    name: "stack list",
    summary: "list the stacks",
    load: async () => (await import("./commands/stack-list.ts")).stackList,
  },
  {
    name: "stack new",
    summary: "make an empty stack",
    load: async () => (await import("./commands/stack-new.ts")).stackNew,
  },
  {
    name: "stack adopt",
    summary: "hand a stack to another project",
    load: async () => (await import("./commands/stack-adopt.ts")).stackAdopt,
  },
  {
    name: "stack rm",
    summary: "remove a stack that manages nothing",
    load: async () => (await import("./commands/stack-rm.ts")).stackRm,
  },
  {
    name: "graph",
    summary: "draw what needs what",
    load: async () => (await import("./commands/graph.ts")).graph,
  },
  {
    name: "why",
    summary: "tell what would happen to one resource, and why",
    load: async () => (await import("./commands/why.ts")).why,
  },
  {
    name: "login",
    summary: "sign in at a server",
    load: async () => (await import("./commands/login.ts")).login,
  },
  {
    name: "logout",
    summary: "sign out at a server",
    load: async () => (await import("./commands/logout.ts")).logout,
  },
  {
    name: "whoami",
    summary: "show who the server takes you for",
    load: async () => (await import("./commands/whoami.ts")).whoami,
  },
  {
    name: "token create",
    summary: "make an API token for a program",
    load: async () => (await import("./commands/token-create.ts")).tokenCreate,
  },
  {
    name: "token list",
    summary: "list API tokens",
    load: async () => (await import("./commands/token-list.ts")).tokenList,
  },
  {
    name: "token revoke",
    summary: "end an API token",
    load: async () => (await import("./commands/token-revoke.ts")).tokenRevoke,
  },
  {
    name: "role list",
    summary: "list who holds a role",
    load: async () => (await import("./commands/role-list.ts")).roleList,
  },
  {
    name: "role grant",
    summary: "give a role",
    load: async () => (await import("./commands/role-grant.ts")).roleGrant,
  },
  {
    name: "role revoke",
    summary: "take a role back",
    load: async () => (await import("./commands/role-revoke.ts")).roleRevoke,
  },
  {
    name: "audit list",
    summary: "list who did what",
    load: async () => (await import("./commands/audit-list.ts")).auditList,
  },
  {
    name: "audit verify",
    summary: "check that the audit log is as it was written",
    load: async () => (await import("./commands/audit-verify.ts")).auditVerify,
  },
  {
    name: "doctor",
    summary: "check the recorded state, and recover what is damaged",
    load: async () => (await import("./commands/doctor.ts")).doctor,
  },
  {
    name: "serve",
    summary: "serve the API to many people and programs",
    load: async () => (await import("./commands/serve.ts")).serve,
  },
  {
    name: "cloud",
    summary: "serve the local cloud over HTTP",
    load: async () => (await import("./commands/cloud.ts")).cloud,
  },
  {
    name: "cloud seed",
    summary: "plant objects in the local cloud",
    load: async () => (await import("./commands/cloud-seed.ts")).cloudSeed,
  },
  {
    name: "cloud log",
    summary: "list the writes the local cloud saw",
    load: async () => (await import("./commands/cloud-log.ts")).cloudLog,
  },
  {
    name: "cloud clock",
    summary: "move the local cloud's clock forward",
    load: async () => (await import("./commands/cloud-clock.ts")).cloudClock,
  },
  {
    name: "convert",
    summary: "write the declaration in YAML, TypeScript or Python",
    load: async () => (await import("./commands/convert.ts")).convert,
  },
  {
    name: "sdk generate",
    summary: "write a package for one version of the interface",
    load: async () => (await import("./commands/sdk-generate.ts")).sdkGenerate,
  },
  {
    name: "explain",
    summary: "explain a problem, a type or a field",
    load: async () => (await import("./commands/explain.ts")).explain,
  },
  {
    name: "completion",
    summary: "complete commands in your shell",
    load: async () => (await import("./commands/completion.ts")).completion,
  },
  {
    name: "version",
    summary: "show the version",
    load: async () => (await import("./commands/version.ts")).version,
  },
  {
    name: "help",
    summary: "show help",
    load: async () => (await import("./commands/help.ts")).help,
  },
];
