// biome-ignore-all lint/performance/noBarrelFile: the entry of the package
// biome-ignore-all lint/performance/noReExportAll: a namespace each

export * as authorization from "./generated/authorization.ts";
export * as azure from "./generated/azure.ts";
export * as compute from "./generated/compute.ts";
export * as connectors from "./generated/connectors.ts";
export * as databricks from "./generated/databricks.ts";
export * as google from "./generated/google.ts";
export * as iam from "./generated/iam.ts";
export * as migrate from "./generated/migrate.ts";
export * as settings from "./generated/settings.ts";
export {
  type Input,
  isOutput,
  type Lifted,
  type Output,
  type OutputInstance,
  output,
  type Unwrapped,
} from "./outputs/output.ts";
export { all, cel, concat, interpolate, jsonStringify, secret } from "./outputs/output-makers.ts";
export { Config, type ConfigOptions } from "./program/config.ts";
export { getProject, getStack, project, registerTransform } from "./program/program.ts";
export { StackReference } from "./program/stack-reference.ts";
export { declarationOf, type TestSurroundings } from "./program/test-program.ts";
export { ProgramError } from "./program-error.ts";
export { ComponentResource } from "./resources/component.ts";
export type { AnyComponent, AnyProvider, AnyResource } from "./resources/declared.ts";
export type {
  ComponentOptions,
  Dependency,
  FieldPath,
  LookupOptions,
  ReadOptions,
  ResourceOptions,
  Transform,
  Transformed,
} from "./resources/options.ts";
export { Provider, type ProviderOptions } from "./resources/provider.ts";
export { Resource } from "./resources/resource.ts";
