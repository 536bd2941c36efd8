import type { DeclarationText } from "../../../contract/documents/declarations.ts";
import type { RegistrationsView, RegistrationView } from "../../../contract/documents/vendors.ts";
import { failed } from "../../../engine/ports/vendor-doctor.ts";
import type { Deployment } from "../deployment.ts";
import { atStack } from "../stacks/at-stack.ts";
import { findingView, lookAtProviders } from "./examine-vendors.ts";

/**
 * Asks the vendors to register what an examination finds unregistered, as far as it is wanted; it goes on in the
 * background. What the examination does not name (any more) is passed over: nothing else is ever registered. Each is
 * asked for by itself, whatever became of the others.
 */
export async function registerProviders(
  stack: string,
  given: DeclarationText | null,
  wanted: readonly RegistrationView[],
  service: Deployment,
): Promise<RegistrationsView> {
  const { registerAt, stack: lineage } = atStack(stack, service);
  const { providers } = await lookAtProviders(stack, given, service);
  const all = providers.flatMap(({ provider, targets, findings }) =>
    [...new Set(findings.flatMap(({ registers }) => registers ?? []))]
      .filter((name) => wanted.some((each) => each.provider === provider.ref && each.registers === name))
      .map((name) => ({ provider, targets, name })),
  );
  const registrations: RegistrationView[] = [];
  const refused: RegistrationsView["refused"][number][] = [];
  for (const each of all) {
    const asked = { provider: each.provider.ref, registers: each.name };
    const noWay = failed("registration", `${each.name} can't be registered from here`, "use the vendor's own tools");
    const finding = registerAt === undefined ? noWay : await registerAt(lineage, each);
    if (finding === null) registrations.push(asked);
    else refused.push({ ...asked, finding: findingView(finding) });
  }
  return { registrations, refused };
}
