import type { Exchange } from "../../../packages/base/exchange/exchange.ts";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import { databricksPaths } from "../../../packages/vendor-wire/databricks/paths.ts";
import type { ProviderInstance } from "../../engine/ports/driver.ts";
import {
  type Finding,
  failed,
  passed,
  refusedFinding,
  undetermined,
  type VendorDoctor,
} from "../../engine/ports/vendor-doctor.ts";
import { namingWorkspace } from "./host-metadata.ts";
import { type WireAnswer, wireCall } from "./wire-call.ts";
import { declaredWorkspace, isAccountAddress, workspaceOrigin } from "./workspace-address.ts";

/** Looks at what kind of host a provider leads to, at which workspace, and as whom the workspace knows the caller. */
export function databricksDoctor(exchange: Exchange): VendorDoctor {
  return {
    kind: "databricks",
    examine: async ({ provider }) => {
      const origin = workspaceOrigin(provider);
      if (origin === undefined)
        return [failed("host", "the provider names no address", "set DATABRICKS_HOST, or baseUrl in the provider")];
      const metadata = await wireCall(exchange, provider, {
        method: "GET",
        path: databricksPaths.hostMetadata,
        mayBePage: true,
      });
      const findings = hostFindings(origin, metadata, declaredWorkspace(provider));
      return [...findings, await examineCaller(exchange, provider)];
    },
  };
}

function hostFindings(origin: string, metadata: WireAnswer, declared: string | undefined): readonly Finding[] {
  const workspaceAddress = "give the workspace's own address: the setting belongs to one workspace";
  if (isAccountAddress(origin)) return [failed("host", `${origin} is an account's address`, workspaceAddress)];
  if (metadata.kind !== "answer")
    return [undetermined("host", `${origin} does not tell what kind of host it is: ${metadata.detail}`)];
  const { host_type: type, workspace_id: id } = metadata.body;
  const kind =
    type === "account"
      ? failed("host", `${origin} says that it is an account's`, workspaceAddress)
      : typeof type === "string"
        ? passed("host", `${origin} is a ${type} host`)
        : undetermined("host", `${origin} does not tell what kind of host it is; older hosts do not`);
  return [kind, workspaceFinding(id, declared)];
}

function workspaceFinding(id: JsonObject[string] | undefined, declared: string | undefined): Finding {
  if (declared !== undefined) return passed("workspace", `workspace ${declared}, as the provider says`);
  if (typeof id !== "string" && typeof id !== "number") return undetermined("workspace", "the host names no workspace");
  return passed("workspace", `workspace ${id}; compare it with the number in the console's address`);
}

async function examineCaller(exchange: Exchange, provider: ProviderInstance): Promise<Finding> {
  const answer = await namingWorkspace(exchange)(provider, (to) =>
    wireCall(to, provider, { method: "GET", path: databricksPaths.currentUser }),
  );
  if (answer.kind !== "answer") {
    const remedy = "see that the credential is one of this workspace, and its owner a member of it";
    return refusedFinding("caller", answer, { right: remedy, credential: remedy, other: remedy });
  }
  const { userName, displayName, active } = answer.body;
  const name = [userName, displayName].find((each) => typeof each === "string");
  if (active === false) return failed("caller", `${name} is not active`, "have an admin activate it");
  return name === undefined ? undetermined("caller", "the workspace names no caller") : passed("caller", `${name}`);
}
