import { refuseInsideApply } from "../outputs/output.ts";
import { type CallSite, callSite } from "../program/call-site.ts";
import { currentProgram } from "../program/program.ts";
import type { AnyProvider } from "./declared.ts";

export interface ProviderOptions {
  /** Serves the resources of its kind that name no provider. */
  readonly default?: boolean | undefined;
}

/** A provider instance: where resources of one kind go, and with which defaults. */
export class Provider<Kind extends string = string> implements AnyProvider<Kind> {
  readonly kind: Kind;
  /** Key under `providers`. */
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly isDefault: boolean | undefined;
  readonly site: CallSite | undefined;

  constructor(kind: Kind, name: string, args: object, options: ProviderOptions) {
    refuseInsideApply(`the provider "${name}"`);
    this.kind = kind;
    this.name = name;
    this.args = args as Readonly<Record<string, unknown>>;
    this.isDefault = options.default;
    this.site = callSite();
    currentProgram().addProvider(this);
  }
}
