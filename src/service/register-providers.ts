import { problem } from "../base/problem.ts";
import type { DeclarationText, RegistrationView } from "../doors/api/documents.ts";
import { refused } from "../engine/apply/refused.ts";
import { atStack } from "./at-stack.ts";
import type { Deployment } from "./deployment.ts";
import { lookAtProviders } from "./examine-vendors.ts";
import { refuseReadOnly } from "./refuse-read-only.ts";
import { Rejection } from "./rejection.ts";

/**
 * Asks the vendors to register what an examination finds unregistered, as far as it is wanted; it goes on in the background. What the
 * examination does not name (any more) is passed over: nothing else is ever registered. Gives what was asked for. Throws a Rejection
 * in the read-only mode, and for the first that a vendor refuses.
 */
export async function registerProviders(
  stack: string,
  given: DeclarationText | null,
  wanted: readonly RegistrationView[],
  service: Deployment,
): Promise<readonly RegistrationView[]> {
  refuseReadOnly(service, "nothing is registered");
  const { registerAt, stack: name } = atStack(stack, service);
  const { providers } = await lookAtProviders(stack, given, service);
  const asked: RegistrationView[] = [];
  for (const { provider, findings } of providers) {
    const found = new Set(findings.flatMap(({ registers }) => registers ?? []));
    for (const registers of found) {
      if (!wanted.some((each) => each.provider === provider.ref && each.registers === registers)) continue;
      const refusal = (await registerAt?.(provider, name, registers)) ?? null;
      if (refusal !== null) {
        const { code, detail } = refused({ address: provider.ref }, refusal).problem;
        throw new Rejection("conflict", [problem(code, `${registers} is not registered: ${detail}`)]);
      }
      asked.push({ provider: provider.ref, registers });
    }
  }
  return asked;
}
