import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { JsonObject } from "../../packages/base/json/json.ts";
import { catalog } from "../../src/definitions/resources/catalog.ts";
import { incidentalValues, tidy } from "./judge-cloud.ts";
import { stateFile } from "./plumbline.ts";

/** What the state database says, read by nothing but SQL. */
export interface StateView {
  /** Without what differs between two runs that did the same. */
  readonly records: readonly JsonObject[];
  /** Ids of the recorded objects. */
  readonly ids: readonly string[];
  /** Ids of the objects that open intents are about. */
  readonly intended: readonly string[];
  /** All of these always stand, so that a look may still show what was before the call. */
  readonly mayLag: boolean;
  readonly claims: readonly string[];
  /** What the records claim, as far as a record tells it. */
  readonly claimed: readonly string[];
  /** Tags, times and addresses in recorded outputs. */
  readonly incidental: readonly (readonly [string, string])[];
  readonly held: boolean;
}

interface Recorded {
  readonly address: string;
  readonly status: string;
  readonly type: string;
  readonly provider: { readonly cloudId: string };
  readonly identity: { readonly id: string; readonly claim: string };
  readonly inputs: JsonObject;
  readonly outputs: JsonObject;
  readonly beforeUs?: JsonObject;
  readonly dependsOn: readonly string[];
  readonly options: JsonObject;
  readonly imported: boolean;
}

export function viewState(dir: string): StateView {
  const database = new DatabaseSync(join(dir, stateFile), { readOnly: true });
  try {
    const texts = (sql: string) =>
      database
        .prepare(sql)
        .all()
        .map((row) => String(Object.values(row)[0]));
    const records = texts("SELECT body FROM record ORDER BY key").map((text) => JSON.parse(text) as Recorded);
    const intents = texts("SELECT body FROM intent ORDER BY key").map(
      (text) => JSON.parse(text) as { readonly type: string; readonly identity: { readonly id: string } },
    );
    return {
      records: records
        .map(({ address, status, type, identity, inputs, outputs, beforeUs, dependsOn, options, imported }) => {
          const told = { address, status, type, id: identity.id, inputs, outputs, dependsOn, options, imported };
          return tidy({ ...told, ...(beforeUs === undefined ? {} : { beforeUs }) } as JsonObject) as JsonObject;
        })
        .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
      ids: records.map(({ identity }) => identity.id),
      intended: intents.map(({ identity }) => identity.id),
      mayLag: intents.every(({ type }) => catalog.resources[type]?.existence === "standing"),
      claims: texts("SELECT claim_key FROM claim").sort(),
      claimed: [...new Set(records.map(({ provider, identity }) => `${provider.cloudId} ${identity.claim}`))].sort(),
      incidental: records.flatMap(({ address, outputs }) => incidentalValues(outputs, address)),
      held: texts("SELECT name FROM stack WHERE holder IS NOT NULL").length > 0,
    };
  } finally {
    database.close();
  }
}
