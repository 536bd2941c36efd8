import type { Input, OutputInstance } from "../outputs/output.ts";
import type { AnyComponent, AnyProvider, AnyResource } from "./declared.ts";

/** A field, or something inside it: `labels`, `labels.team`, `rules[0]`. */
export type FieldPath<Field extends string> = Field | `${Field}.${string}` | `${Field}[${string}`;

/** What something can be made to come after: a resource, all that is in a component, or a look-up, by its result. */
export type Dependency = AnyResource | AnyComponent | OutputInstance<object>;

/** Options of what is only read. */
export interface ReadOptions<Kind extends string = string> {
  /** What has to be done before. A component stands for all that is inside it. */
  readonly dependsOn?: Dependency | readonly Dependency[] | undefined;
  /** The provider instance to go through. */
  readonly provider?: AnyProvider<Kind> | undefined;
  /** What it is grouped under. */
  readonly parent?: AnyResource | AnyComponent | undefined;
  /** Interface version, instead of the one of this package. */
  readonly version?: string | undefined;
}

/** Options of a look-up that is part of the declaration. */
export interface LookupOptions<Kind extends string = string> extends ReadOptions<Kind> {
  /** Logical name; made from the function's name when left out. */
  readonly name?: string | undefined;
}

/** Options of a managed resource. */
export interface ResourceOptions<
  Kind extends string = string,
  Field extends string = string,
  Out extends string = string,
> extends ReadOptions<Kind> {
  /** Refuses a plan that would delete or replace it. */
  readonly protect?: boolean | undefined;
  /** Fields whose changes in the program are passed over. */
  readonly ignoreChanges?: readonly FieldPath<Field>[] | undefined;
  /** Fields whose change replaces the object instead of updating it. */
  readonly replaceOnChanges?: readonly FieldPath<Field>[] | undefined;
  /** The old object goes before the new one comes. */
  readonly deleteBeforeReplace?: boolean | undefined;
  /** Delete only forgets. */
  readonly retainOnDelete?: boolean | undefined;
  /** What delete does. */
  readonly onDestroy?: "delete" | "restore" | "retain" | undefined;
  /** A resource whose deletion takes this one along. */
  readonly deletedWith?: AnyResource | undefined;
  /** How long a step may wait for the platform: `30s`, `5m`, `1h`. */
  readonly customTimeouts?:
    | {
        readonly create?: string | undefined;
        readonly update?: string | undefined;
        readonly delete?: string | undefined;
      }
    | undefined;
  /** Former logical names. */
  readonly aliases?: readonly string[] | undefined;
  /** Id of an existing object to take into management. */
  readonly import?: string | undefined;
  /** Outputs that are sealed although the definition does not say so. */
  readonly additionalSecretOutputs?: readonly Out[] | undefined;
  /** What is done if a declared field has changed on the platform. */
  readonly onDrift?: "enforce" | "warn" | "ignore" | undefined;
  /** Changes to this resource before it is declared. */
  readonly transforms?: readonly Transform[] | undefined;
}

/** Options of a component; what is inside takes them over, unless it says so itself. */
export interface ComponentOptions {
  readonly dependsOn?: Dependency | readonly Dependency[] | undefined;
  readonly parent?: AnyResource | AnyComponent | undefined;
  readonly provider?: AnyProvider | undefined;
  /** One provider for each kind. */
  readonly providers?: readonly AnyProvider[] | undefined;
  readonly protect?: boolean | undefined;
  readonly retainOnDelete?: boolean | undefined;
  readonly deletedWith?: AnyResource | undefined;
  readonly transforms?: readonly Transform[] | undefined;
}

/** A resource about to be declared. */
export interface Transformed {
  /** Type token. */
  readonly type: string;
  readonly name: string;
  readonly properties: Readonly<Record<string, Input<unknown>>>;
  readonly options: ResourceOptions;
}

/** Gives what is to change; nothing where nothing is. */
export type Transform = (
  resource: Transformed,
) => { readonly properties?: Transformed["properties"]; readonly options?: ResourceOptions } | undefined;
