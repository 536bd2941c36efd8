/** Type URLs inside a long-running operation (google.longrunning). */
export const operationTypes = {
  metadata: "type.googleapis.com/google.cloud.connectors.v1.OperationMetadata",
  endpointAttachment: "type.googleapis.com/google.cloud.connectors.v1.EndpointAttachment",
  empty: "type.googleapis.com/google.protobuf.Empty",
} as const;

export type OperationVerb = "create" | "update" | "delete";
