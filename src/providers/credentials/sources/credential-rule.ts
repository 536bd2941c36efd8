import type { CredentialBinding } from "../../../engine/ports/credential-binding.ts";
import type { ProviderInstance } from "../../../engine/ports/driver.ts";
import { type LedOrigin, originsOfProvider } from "../provider-addresses.ts";
import type { Environment } from "../vendor-access.ts";
import type { VendorAccesses } from "../vendor-accesses.ts";

/** An origin that the user of this machine has said yes to. */
export interface TrustedOrigin {
  readonly origin: string;
  /** It may have a private address. */
  readonly mayBePrivate: boolean;
}

/** All that is decided by. Plain data; the same object as long as nothing of it has changed. */
export interface CredentialPolicy {
  /** Those that were named; where there is one of a kind, nothing else of that kind goes anywhere. */
  readonly bindings: readonly CredentialBinding[];
  readonly trusted: readonly TrustedOrigin[];
  /** Whose variables say which places are usual. */
  readonly environment: Environment;
  /** A local cloud on this machine is spoken to without a word: providers are not meant to lead to the vendors. */
  readonly welcomesLocal: boolean;
  /** Says how an origin comes to be allowed. */
  readonly remedy: (kind: string, origin: string, isPrivate: boolean) => string;
}

/** Where calls through a provider may go, and with what (decision 0043). */
export type Passage =
  /** To this machine, with what a local cloud issued and nothing else. */
  | { readonly kind: "local"; readonly origins: readonly string[]; readonly binding: CredentialBinding }
  | {
      readonly kind: "bound";
      readonly origins: readonly string[];
      readonly mayBePrivate: boolean;
      readonly binding: CredentialBinding;
      /**
       * Where tokens may be issued besides: whoever allowed these origins for the credential sends its secret there
       * too.
       */
      readonly tokenOrigins?: readonly string[];
    }
  /**
   * Nowhere. `origin`: what could be trusted, null where nothing would help. `field`: of the configuration, which leads
   * there.
   */
  | { readonly kind: "refused"; readonly why: string; readonly origin: string | null; readonly field: string };

/** In place of a stack: whichever it will be. No stack is called so. */
export const anyStack = "*";

/** Pure. `stack` is null where there is none: what is bound to certain stacks is then not to be had. */
export function passageOf(
  provider: ProviderInstance,
  stack: string | null,
  policy: CredentialPolicy,
  accesses: VendorAccesses,
): Passage {
  const { places, signIn } = accesses.of(provider.kind);
  const usual = [...places.usualOrigins(policy.environment), ...policy.trusted.map(({ origin }) => origin)];
  const originsOf = (binding: CredentialBinding) => binding.origins ?? usual;
  const led = originsOfProvider(provider, places, policy.environment);
  if (led.kind === "never") return { kind: "refused", why: led.why, origin: null, field: led.field };
  const origins = led.origins.map(({ origin }) => origin);
  const [first] = led.origins;
  // It names no address, and its kind has none: the driver says so, and nothing is sent.
  if (first === undefined) return { kind: "bound", origins, mayBePrivate: false, binding: usualBinding(provider.kind) };
  const named = policy.bindings.filter(({ kind }) => kind === provider.kind);
  const all = named.length > 0 ? named : [usualBinding(provider.kind)];
  const leading = all.filter((each) => leads(originsOf(each), led.origins));
  const fitting = leading.filter(({ stacks }) => stack === anyStack || stacks.some((each) => matches(each, stack)));
  const meant = fitting.filter(({ name }) => name === provider.ref);
  const [binding, ...others] = meant.length > 0 ? meant : fitting;
  const refused = (why: string, at: LedOrigin, origin: string | null = null): Passage => {
    return { kind: "refused", why, origin, field: at.field ?? "baseUrl" };
  };
  if (others.length > 0 && stack !== anyStack) {
    const names = fitting.map(({ name }) => `\`${name}\``).join(" and ");
    return refused(
      `${names} may both be used at ${first.origin}; name the provider after the one that is meant`,
      first,
    );
  }
  if (first.nature === "loopback" && (binding !== undefined || policy.welcomesLocal))
    return { kind: "local", origins, binding: binding ?? usualBinding(provider.kind) };
  if (binding === undefined) {
    if (leading.length > 0) {
      // Others' credentials have no name here: whoever plans this stack may not list them.
      const who = stack === null ? "what belongs to no stack" : `stack \`${stack}\``;
      return refused(`no credential for ${provider.kind} may be used at ${first.origin} for ${who}`, first);
    }
    const stranger = led.origins.find((each) => all.every((one) => !originsOf(one).includes(each.origin)));
    if (stranger !== undefined) return refused(foreign(provider.kind, stranger, policy), stranger, stranger.origin);
    const together = origins.join(" and ");
    return refused(
      `no single credential for ${provider.kind} may go to ${together}; give each its own provider`,
      first,
    );
  }
  const allowed = originsOf(binding);
  const isOpen = ({ origin }: LedOrigin) =>
    binding.mayBePrivate || policy.trusted.some((each) => isTrustedPrivate(each, origin));
  const closed = led.origins.find((each) => each.nature === "private" && !isOpen(each));
  if (closed !== undefined) {
    const why = `${closed.origin} is a private address; ${policy.remedy(provider.kind, closed.origin, true)}`;
    return refused(why, closed, closed.origin);
  }
  const strangers = led.origins.filter(({ origin }) => !accesses.isVendorOrigin(origin));
  return {
    kind: "bound",
    origins: origins.filter((each) => allowed.includes(each)),
    ...(signIn.hasOwnSignInOnly === true ? {} : { tokenOrigins: allowed }),
    mayBePrivate: binding.mayBePrivate || (strangers.length > 0 && strangers.every(isOpen)),
    binding,
  };
}

/** Whether a credential may go to every origin that is declared; of the vendor's own, where none is, one is enough. */
function leads(allowed: readonly string[], origins: readonly LedOrigin[]): boolean {
  const declared = origins.filter(({ field }) => field !== null);
  return declared.length > 0
    ? declared.every(({ origin }) => allowed.includes(origin))
    : origins.some(({ origin }) => allowed.includes(origin));
}

function foreign(kind: string, { origin, nature }: LedOrigin, policy: CredentialPolicy): string {
  const what =
    nature === "loopback"
      ? `${origin} is this machine, where only a local cloud is spoken to`
      : `no credential for ${kind} may go to ${origin}, so nothing is sent there`;
  return `${what}; ${policy.remedy(kind, origin, nature === "private")}`;
}

/** What holds where nothing was named for the kind. */
function usualBinding(kind: string): CredentialBinding {
  return { name: kind, kind, origins: null, mayBePrivate: false, credential: { kind: "usual" }, stacks: ["*"] };
}

function isTrustedPrivate({ origin, mayBePrivate }: TrustedOrigin, wanted: string): boolean {
  return mayBePrivate && origin === wanted;
}

/** Whether the name of a stack is as the pattern says, in which `*` stands for any text. */
export function matches(pattern: string, stack: string | null): boolean {
  if (stack === null) return pattern === "*";
  const parts = pattern.split("*");
  const [head = ""] = parts;
  const tail = parts.at(-1) ?? "";
  if (parts.length === 1) return stack === pattern;
  if (!stack.startsWith(head) || !stack.endsWith(tail) || stack.length < head.length + tail.length) return false;
  let from = head.length;
  for (const part of parts.slice(1, -1)) {
    const at = stack.indexOf(part, from);
    if (at < 0 || at + part.length > stack.length - tail.length) return false;
    from = at + part.length;
  }
  return true;
}
