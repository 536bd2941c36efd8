import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import type { Driver } from "../../engine/ports/driver.ts";
import type { Refusal } from "../../engine/ports/outcome.ts";
import { namingWorkspace } from "./host-metadata.ts";
import { deleteSetting, demandedVersion, readSetting, writeSetting } from "./restrict-workspace-admins-driver.ts";
import { verifyWorkspace } from "./verify-workspace.ts";
import { workspaceCloud } from "./workspace-address.ts";

const settingType = "settings:RestrictWorkspaceAdmins";

/**
 * Databricks workspaces. `provider.config.baseUrl` is the workspace's address and is required; `exchange` adds the
 * credentials. The one type is `settings:RestrictWorkspaceAdmins` (specification, section 2.7), whose id is `global`.
 */
export function databricksDriver(exchange: Exchange): Driver {
  const named = namingWorkspace(exchange);
  return {
    kind: "databricks",
    cloudId: workspaceCloud,
    verify: (provider) => verifyWorkspace(exchange, provider),
    read: async (target) =>
      target.type === settingType
        ? named(target.provider, (to) => readSetting(to, target))
        : unsupported(`the type ${target.type}`),
    collectionOf: () => null,
    list: async (target) => unsupported(`listing ${target.type}`),
    write: async (change) => {
      if (change.target.type !== settingType) return unsupported(`the type ${change.target.type}`);
      switch (change.operation) {
        case "create":
        case "update":
          return named(change.target.provider, (to) => writeSetting(to, change));
        case "delete":
          return named(change.target.provider, (to) => deleteSetting(to, change));
        case "undelete":
          return unsupported(`undeleting ${settingType}`);
      }
    },
    isConditional: (change) => demandedVersion(change) !== null,
    // No call of this vendor starts an operation that runs on, so there is no operation to ask after.
    poll: async () => unsupported("a long-running operation"),
    lookup: async (call) => unsupported(`the function ${call.function}`),
    discover: async (question) => unsupported(`a platform default for ${question.type} ${question.field}`),
  };
}

function unsupported(what: string): Extract<Refusal, { kind: "invalid" }> {
  return { kind: "invalid", detail: `the platform does not offer ${what}`, code: null };
}
