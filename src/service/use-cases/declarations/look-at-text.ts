import type { SecretMarker } from "../../../definitions/schema/value.ts";
import type { Deployment } from "../deployment.ts";
import type { CheckFor, CheckJobKind, CheckJobs } from "./checker.ts";

/** What is only looked at is not kept, so it needs no sealing. */
const nothingSealed = async (): Promise<SecretMarker> => ({ $secret: { id: "", fingerprint: "" } });

/** Has a text looked at on behalf of the deployment's caller. */
export function lookAtText<Kind extends CheckJobKind>(
  kind: Kind,
  asked: CheckJobs[Kind]["asked"],
  deployment: Pick<Deployment, "checker" | "authority" | "client">,
  seal: CheckFor["seal"] = nothingSealed,
): Promise<CheckJobs[Kind]["found"]> {
  const { checker, authority } = deployment;
  return checker.do(kind, asked, { caller: authority.caller.principal, seal, signal: deployment.client?.() });
}
