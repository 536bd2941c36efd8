import type { MessageFields } from "./field-kinds.ts";

/** Compute v1 `Reservation`: its fields by kind. What is inside the nested ones is the platform's matter. */
export const reservationFields = {
  advancedDeploymentControl: "object",
  aggregateReservation: "object",
  commitment: "string",
  confidentialComputeType: { words: ["CONFIDENTIAL_COMPUTE_TYPE_UNSPECIFIED", "CONFIDENTIAL_COMPUTE_TYPE_TDX"] },
  creationTimestamp: "string",
  deleteAfterDuration: "object",
  deleteAtTime: "string",
  deploymentType: { words: ["DEPLOYMENT_TYPE_UNSPECIFIED", "DENSE"] },
  description: "string",
  earlyAccessMaintenance: { words: ["NO_EARLY_ACCESS", "WAVE1", "WAVE2"] },
  enableEmergentMaintenance: "boolean",
  id: "string",
  kind: "string",
  linkedCommitments: "strings",
  name: "string",
  params: "object",
  protectionTier: { words: ["PROTECTION_TIER_UNSPECIFIED", "STANDARD", "CAPACITY_OPTIMIZED"] },
  reservationSharingPolicy: "object",
  resourceMetadata: "object",
  resourcePolicies: "string-map",
  resourceStatus: "object",
  satisfiesPzs: "boolean",
  schedulingType: { words: ["GROUP_MAINTENANCE_TYPE_UNSPECIFIED", "GROUPED", "INDEPENDENT"] },
  selfLink: "string",
  shareSettings: "object",
  specificReservation: "object",
  specificReservationRequired: "boolean",
  status: "string",
  zone: "string",
} as const satisfies MessageFields;

/** `AllocationSpecificSKUReservation`. */
export const specificReservationFields = {
  assuredCount: "integer",
  count: "integer",
  inUseCount: "integer",
  instanceProperties: "object",
  sourceInstanceTemplate: "string",
} as const satisfies MessageFields;

/** What an insert takes: all but what the platform writes. */
export const reservationInsertFields = [
  "advancedDeploymentControl",
  "aggregateReservation",
  "confidentialComputeType",
  "deleteAfterDuration",
  "deleteAtTime",
  "deploymentType",
  "description",
  "earlyAccessMaintenance",
  "enableEmergentMaintenance",
  "name",
  "params",
  "protectionTier",
  "reservationSharingPolicy",
  "resourcePolicies",
  "schedulingType",
  "shareSettings",
  "specificReservation",
  "specificReservationRequired",
] as const;

/** What an update may change, by top-level field. */
export const reservationMaskFields = ["reservationSharingPolicy", "shareSettings", "specificReservation"] as const;

export const resizeFields = { specificSkuCount: "integer" } as const satisfies MessageFields;

/** Names for new reservations; unlike paths, they do not take numeric ids. */
export const reservationNamePattern = /^[a-z](?:[-a-z0-9]{0,61}[a-z0-9])?$/;
/** `requestId`: a UUID that is not all zeros. */
export const requestIdPattern = /^(?!0{8}-(?:0{4}-){3}0{12}$)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
export const computePages = { default: 500, maximum: 500 } as const;
export const computeKinds = {
  reservation: "compute#reservation",
  reservationList: "compute#reservationList",
  aggregatedList: "compute#reservationAggregatedList",
  operation: "compute#operation",
  operationList: "compute#operationList",
} as const;
