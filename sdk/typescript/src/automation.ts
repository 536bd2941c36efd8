// biome-ignore-all lint/performance/noBarrelFile: an entry of the package
/** Stacks whose program is a function: plan, up, follow and destroy from code. */
import { type Declare, type InlineOptions, InlineStack } from "./automation/inline-stack.ts";

export { type Declare, type InlineOptions, InlineStack, type UpOptions } from "./automation/inline-stack.ts";
export { StackProblem } from "./automation/stack-problem.ts";
export { PlumblineClient } from "./generated/client.ts";

/**
 * A stack of a service whose program is a function of this process. Nothing happens until a method is called.
 *
 * @example
 * const client = new PlumblineClient({ baseUrl: "https://plumb.example", token });
 * const stack = inlineStack(() => { new google.Provider("google", { project: "acme" }); }, { client });
 * console.log((await stack.plan()).summary);
 * await stack.up({ onEvent: (event) => console.log(event.event) });
 */
export function inlineStack(declare: Declare, options: InlineOptions): InlineStack {
  return new InlineStack(declare, options);
}
