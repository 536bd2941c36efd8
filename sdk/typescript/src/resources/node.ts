import { formOf, type Referent } from "../outputs/form.ts";
import type { CallSite } from "../program/call-site.ts";
import { ProgramError } from "../program-error.ts";
import { type AnyResource, isComponent, isResource, nodeOf } from "./declared.ts";
import type { Dependency, ResourceOptions } from "./options.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** What a node is, and what it was given. */
export type NodeContent =
  | { readonly kind: "managed"; readonly properties: Fields }
  | { readonly kind: "get"; readonly id: unknown; readonly state: Fields }
  | { readonly kind: "lookup"; readonly arguments: Fields };

/** Options after inheritance. */
export interface NodeOptions extends Omit<ResourceOptions, "dependsOn" | "parent" | "transforms"> {
  readonly dependsOn: readonly Dependency[];
  readonly parent: AnyResource | undefined;
}

/** A resource that is managed, one that exists and is only read, or a look-up, as the declaration has it. */
export interface ProgramNode extends Referent {
  readonly space: "resources" | "lookups";
  readonly token: string;
  readonly content: NodeContent;
  readonly options: NodeOptions;
  readonly site: CallSite | undefined;
  /** Outputs that `secret` was called on. */
  readonly sealed: readonly string[];
}

/** Shared by the many nodes that say nothing and inherit nothing. */
export const noOptions: NodeOptions = { dependsOn: [], parent: undefined };

/** The logical names behind a dependency. */
export function nodeNames(dependency: Dependency): readonly string[] {
  if (isComponent(dependency)) return dependency.names();
  if (isResource(dependency)) return [nodeOf(dependency).name];
  const form = formOf(dependency);
  if (form?.kind === "reference" && form.to.space !== "config") return [form.to.name];
  throw new ProgramError("dependsOn takes resources, components, and results of look-ups");
}
