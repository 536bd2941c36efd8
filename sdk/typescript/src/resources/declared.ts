import type { Referent } from "../outputs/form.ts";
import type { CallSite } from "../program/call-site.ts";

export const nodeKey: unique symbol = Symbol.for("plumbline.node") as never;
export const componentKey: unique symbol = Symbol("plumbline.component");

/** A resource as others name it, made by this copy of the package or by another. */
export interface AnyResource {
  readonly [nodeKey]: Referent;
}

/** A component as others name it. */
export interface AnyComponent {
  readonly [componentKey]: true;
  /** The logical names of all resources and look-ups inside, however deep, in the order of their construction. */
  names(): readonly string[];
}

/** A provider instance as others name it. */
export interface AnyProvider<Kind extends string = string> {
  readonly kind: Kind;
  /** Key under `providers`. */
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly isDefault: boolean | undefined;
  readonly site: CallSite | undefined;
}

/** What a resource declares. */
export function nodeOf(resource: AnyResource): Referent {
  return resource[nodeKey];
}

export function isResource(value: unknown): value is AnyResource {
  return typeof value === "object" && value !== null && nodeKey in value;
}

/** Whether a value is a component that this copy of the package made. */
export function isComponent(value: unknown): value is AnyComponent {
  return typeof value === "object" && value !== null && componentKey in value;
}
