import { isJsonObject, type JsonObject } from "../../../base/json/json.ts";
import {
  endpointAttachmentIdPattern,
  endpointAttachmentViews,
  labelRules,
  serviceAttachmentPattern,
} from "../../../vendor-wire/google/endpoint-attachment-wire.ts";
import type { FieldViolation } from "../../../vendor-wire/google/error-envelope.ts";

/** What is wrong with the id of a new attachment. */
export function attachmentIdViolations(id: string | undefined): readonly FieldViolation[] {
  const field = "endpoint_attachment_id";
  if (id === undefined || id === "") return [{ field, description: `${field} is required.` }];
  if (endpointAttachmentIdPattern.test(id)) return [];
  return [{ field, description: `${field} must match ${endpointAttachmentIdPattern.source}.` }];
}

/** What is wrong with a whole attachment, be it new or patched. */
export function attachmentViolations(attachment: JsonObject): readonly FieldViolation[] {
  return [...serviceViolations(attachment), ...labelViolations(attachment["labels"])];
}

function serviceViolations(attachment: JsonObject): readonly FieldViolation[] {
  const field = "endpoint_attachment.service_attachment";
  const value = attachment["serviceAttachment"];
  if (value === undefined || value === "") return [{ field, description: `${field} is required.` }];
  if (typeof value === "string" && serviceAttachmentPattern.test(value)) return [];
  return [{ field, description: `${field} must have the form projects/*/regions/*/serviceAttachments/*.` }];
}

function labelViolations(labels: JsonObject[string] | undefined): readonly FieldViolation[] {
  const field = "endpoint_attachment.labels";
  if (!isJsonObject(labels)) return [];
  const entries = Object.entries(labels);
  const many = entries.length > labelRules.maximum ? [`takes at most ${labelRules.maximum} labels`] : [];
  const wrong = entries
    .filter(([key, value]) => !labelRules.key.test(key) || !labelRules.value.test(String(value)))
    .map(([key]) => `does not take the label ${JSON.stringify(key)} as it is`);
  return [...many, ...wrong].map((what) => ({ field, description: `${field} ${what}.` }));
}

/** What is wrong with the `view` of a read. */
export function viewViolations(view: string | undefined): readonly FieldViolation[] {
  if (view === undefined || (Object.values(endpointAttachmentViews) as readonly string[]).includes(view)) return [];
  return [{ field: "view", description: `Invalid value at 'view', ${JSON.stringify(view)}` }];
}
