import type { JsonObject } from "../../../base/json/json.ts";
import { matchTemplate } from "../../../base/path-template.ts";
import { connectionStates, serviceAttachmentPattern } from "../../../vendor-wire/google/endpoint-attachment-wire.ts";
import { resourceNames } from "../../../vendor-wire/google/resource-names.ts";
import type { EmulatorContext } from "../../runtime/local-vendor.ts";

const collection = "service-attachment";

/**
 * Seeds the producer's side: `{name, connectionPreference, consumerAcceptLists, consumerRejectLists, closed}`. The
 * lists name consumers' projects. Seeding it again changes what the attachments to it show.
 */
export function seedServiceAttachment(object: JsonObject, context: EmulatorContext): void {
  const { name, connectionPreference = "ACCEPT_AUTOMATIC", closed = false, ...lists } = object;
  const { consumerAcceptLists = [], consumerRejectLists = [], ...unknown } = lists;
  const strange = Object.keys(unknown);
  if (strange.length > 0) throw new TypeError(`a service attachment has no ${strange.join(", ")}`);
  if (typeof name !== "string" || !serviceAttachmentPattern.test(name)) {
    throw new TypeError("a service attachment needs a `name` of the form projects/*/regions/*/serviceAttachments/*");
  }
  if (connectionPreference !== "ACCEPT_AUTOMATIC" && connectionPreference !== "ACCEPT_MANUAL") {
    throw new TypeError("`connectionPreference` must be ACCEPT_AUTOMATIC or ACCEPT_MANUAL");
  }
  if (!Array.isArray(consumerAcceptLists) || !Array.isArray(consumerRejectLists) || typeof closed !== "boolean") {
    throw new TypeError("`consumerAcceptLists` and `consumerRejectLists` are lists, `closed` is true or false");
  }
  context.documents.put(collection, name, { connectionPreference, consumerAcceptLists, consumerRejectLists, closed });
}

/** The state of an attachment: the producer's decision where the producer is known, what it was made with otherwise. */
export function connectionState(attachment: JsonObject, context: EmulatorContext): string {
  const producer = context.documents.get(collection, String(attachment["serviceAttachment"]));
  if (producer === undefined) return String(attachment["state"]);
  const project = matchTemplate(resourceNames.endpointAttachment, String(attachment["name"]))?.["project"] ?? "";
  const listed = (field: string) => Array.isArray(producer[field]) && producer[field].includes(project);
  if (producer["closed"] === true) return connectionStates.closed;
  if (listed("consumerRejectLists")) return connectionStates.rejected;
  if (producer["connectionPreference"] === "ACCEPT_AUTOMATIC" || listed("consumerAcceptLists")) {
    return connectionStates.accepted;
  }
  return connectionStates.pending;
}
