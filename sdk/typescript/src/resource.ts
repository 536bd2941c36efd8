import { DeclaredNode } from "./node.ts";
import type { ResourceOptions } from "./options.ts";
import { type Output, outputOf } from "./output.ts";

const nodeKey: unique symbol = Symbol.for("plumbline.node") as never;

/** Stands for the arguments where a resource exists and is only read. */
class Existing {
  readonly id: unknown;
  readonly state: Readonly<Record<string, unknown>>;

  constructor(id: unknown, state: object) {
    this.id = id;
    this.state = state as Readonly<Record<string, unknown>>;
  }
}

/** For generated classes: the arguments of a resource that exists and is only read. */
export function existing<Args>(id: unknown, state: object | undefined): Args {
  return new Existing(id, state ?? {}) as unknown as Args;
}

/** A resource of a stack. Its fields are outputs. */
export abstract class Resource {
  readonly [nodeKey]: DeclaredNode;

  constructor(token: string, providerKind: string, name: string, args: object, options: ResourceOptions | undefined) {
    this[nodeKey] = new DeclaredNode({
      name,
      token,
      providerKind,
      options: options ?? {},
      content:
        args instanceof Existing
          ? { kind: "get", id: args.id, state: args.state }
          : { kind: "managed", properties: (args ?? {}) as Readonly<Record<string, unknown>> },
    });
  }

  /** For generated classes: a field as an output. */
  protected field<T>(field: string): Output<T> {
    return outputOf({ kind: "reference", to: this[nodeKey], path: [field] });
  }
}

/** What a resource declares. */
export function nodeOf(resource: Resource): DeclaredNode {
  return resource[nodeKey];
}

/** Whether a value is a resource, made by this copy of the package or by another. */
export function isResource(value: unknown): value is Resource {
  return typeof value === "object" && value !== null && nodeKey in value;
}
