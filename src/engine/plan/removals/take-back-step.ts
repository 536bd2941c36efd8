import type { ResourceRecord } from "../../state/records/record.ts";
import type { Prior, RecordStep } from "../plan.ts";
import type { Planning } from "../planning.ts";

interface TakenBack {
  /** The former object, as its resource is recorded from now on. */
  readonly former: ResourceRecord;
  /** The object that was made in its place, which waits for its deletion from now on. */
  readonly made: ResourceRecord;
  readonly prior: Prior;
  readonly needs: readonly string[];
}

/** The step that makes a former object its resource's again as it stands. It changes both records and makes no call. */
export function takeBackStep({ former, made, prior, needs }: TakenBack, planning: Planning): RecordStep {
  const { address, type, apiVersion, uid, provider, identity } = former;
  const record: ResourceRecord = { ...former, status: "current" };
  return {
    ...{ kind: "record", action: "adopt", fields: [], needs, prior },
    ...{ id: address, address, type, apiVersion, uid, provider, identity },
    effect: { kind: "put", record, claimKey: planning.claimKeyOf(former) },
    also: [{ kind: "put", record: { ...made, status: "superseded" }, claimKey: planning.claimKeyOf(made) }],
  };
}
