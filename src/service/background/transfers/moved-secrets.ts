import type { Json } from "../../../../packages/base/json/json.ts";
import { documentCodec, jsonOf } from "../../../../packages/base/json/plain.ts";
import type { StackContent } from "../../../contract/documents/transfers.ts";
import { contentDigest } from "../../../definitions/schema/content-digest.ts";
import { markersIn, openSecrets } from "../../../definitions/schema/secret-values.ts";
import { isWithheld } from "../../../definitions/schema/value.ts";
import type { Secrets } from "../../../engine/ports/secrets.ts";
import type { ResourceRecord } from "../../../engine/state/records/record.ts";
import { rejected } from "../../use-cases/state/imported-document.ts";

type MovedSecrets = StackContent["secrets"];

/**
 * The secrets of a stack's records and outputs, in the clear. Throws Fault("secrets-unreadable") where one does not
 * open. What another stack keeps to itself is not there to be told.
 */
export async function openedSecrets(
  { records, outputs }: Pick<StackContent["state"], "records" | "outputs">,
  secrets: Pick<Secrets, "open">,
): Promise<MovedSecrets> {
  const all = [...records, outputs].flatMap((each) => markersIn(each));
  const own = new Map(all.filter((each) => !isWithheld(each)).map((marker) => [marker.$secret.id, marker]));
  const opened = [...own].map(async ([id, marker]) => {
    const parts: Json[] = [];
    return { id, value: await secrets.open(marker, (part) => parts.push(part)), parts };
  });
  return Promise.all(opened);
}

const records = documentCodec<ResourceRecord>();

/**
 * Puts the markers of this store in the place of those of another. Digests over what a platform showed are made anew
 * where they are over markers. A Rejection where a secret is missing. Durable when it resolves.
 */
export async function resealed(moved: MovedSecrets, secrets: Pick<Secrets, "seal">) {
  const sealed = await Promise.all(
    moved.map(async ({ id, value, parts }) => [id, await secrets.seal(value, parts)] as const),
  );
  const markers = new Map(sealed);
  const here = async <T extends Json>(value: T): Promise<T> =>
    openSecrets(value, async (marker) => {
      const own = isWithheld(marker) ? marker : markers.get(marker.$secret.id);
      if (own === undefined) throw rejected("a secret of it is missing");
      return jsonOf(own);
    });
  return {
    value: here,
    record: async (record: ResourceRecord): Promise<ResourceRecord> => {
      const whole = jsonOf(record);
      const next = records.read(await here(whole));
      const { digest, version } = record.observed;
      const former = contentDigest(record.outputs);
      const now = contentDigest(next.outputs);
      const asNow = <V extends string | null>(text: V) => (text === former ? now : text);
      return { ...next, observed: { ...next.observed, digest: asNow(digest), version: asNow(version) } };
    },
  };
}
