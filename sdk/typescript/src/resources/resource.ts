import type { Referent } from "../outputs/form.ts";
import { type Output, outputOf } from "../outputs/output.ts";
import { type AnyResource, nodeKey } from "./declared.ts";
import { DeclaredNode } from "./declared-node.ts";
import type { ResourceOptions } from "./options.ts";

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
  return new Existing(id, state ?? {}) as Existing & Args;
}

/** A resource of a stack. Its fields are outputs. */
export abstract class Resource implements AnyResource {
  readonly [nodeKey]: Referent;

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

  /** What `console.log` and the like show. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `${this.constructor.name}(${JSON.stringify(this[nodeKey].name)})`;
  }

  /** For generated classes: a field as an output. */
  protected field<T>(field: string): Output<T> {
    return outputOf({ kind: "reference", to: this[nodeKey], path: [field] });
  }
}
