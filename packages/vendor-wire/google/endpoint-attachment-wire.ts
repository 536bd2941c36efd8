import type { MessageFields } from "./field-kinds.ts";

/** Connectors v1 `EndpointAttachment`. */
export const endpointAttachmentFields = {
  name: "string",
  serviceAttachment: "string",
  description: "string",
  labels: "string-map",
  endpointGlobalAccess: "boolean",
  endpointIp: "string",
  state: "string",
  createTime: "string",
  updateTime: "string",
} as const satisfies MessageFields;

/**
 * Fields that the vendor lets a patch change; `endpointGlobalAccess` is accepted though its text names the others only.
 */
export const endpointAttachmentMaskFields = ["description", "labels", "endpointGlobalAccess"] as const;

/** Fields that a create takes. */
export const endpointAttachmentCreateFields = ["serviceAttachment", ...endpointAttachmentMaskFields] as const;

export const endpointAttachmentIdPattern = /^[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;
export const serviceAttachmentPattern = /^projects\/[^/]+\/regions\/[^/]+\/serviceAttachments\/[^/]+$/;
/** Google's general rules for labels. */
export const labelRules = {
  maximum: 64,
  key: /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{N}_-]{0,62}$/u,
  value: /^[\p{Ll}\p{Lo}\p{N}_-]{0,63}$/u,
};

/** `state` is shown in the full view only; basic is the default. */
export const endpointAttachmentViews = {
  unspecified: "ENDPOINT_ATTACHMENT_VIEW_UNSPECIFIED",
  basic: "ENDPOINT_ATTACHMENT_VIEW_BASIC",
  full: "ENDPOINT_ATTACHMENT_VIEW_FULL",
} as const;
/** States of the connection behind an attachment; the producer of the service decides. */
export const connectionStates = {
  pending: "PENDING",
  accepted: "ACCEPTED",
  rejected: "REJECTED",
  closed: "CLOSED",
  frozen: "FROZEN",
  needsAttention: "NEEDS_ATTENTION",
  acceptedNotProgrammed: "ACCEPTED_NOT_PROGRAMMED",
} as const;
/** Our choice; the documents give none. */
export const endpointAttachmentPages = { default: 100, maximum: 1000 } as const;
