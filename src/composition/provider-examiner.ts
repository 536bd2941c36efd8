import type { Exchange } from "../../packages/base/exchange/exchange.ts";
import { isReadOnly } from "../../packages/base/read-only.ts";
import type { ProviderInstance } from "../engine/ports/driver.ts";
import { NotSent } from "../engine/ports/not-sent.ts";
import { type Examination, type Finding, failed, passed, type Registration } from "../engine/ports/vendor-doctor.ts";
import {
  answerFindings,
  credentialFindings,
  type Witnessed,
  wayFindings,
  witnessing,
} from "../providers/credentials/examine-connection.ts";
import type { OpenPassage } from "../providers/credentials/guards/bound-driver.ts";
import { readsOnly } from "../providers/credentials/guards/reads-only.ts";
import type { Passages } from "../providers/credentials/passages.ts";
import { registeringPassage } from "../providers/credentials/registering-passage.ts";
import { type CredentialFacts, factsOfToken } from "../providers/credentials/sources/credential-facts.ts";
import { linkOf } from "../providers/credentials/sources/credential-link.ts";
import { type VendorOptions, vendorExchange, vendorWay } from "../providers/credentials/vendor-exchange.ts";
import type { EmbeddedAccess } from "./cloud/embedded-access.ts";
import { type Product, vendorOf } from "./vendors.ts";

const allowAddress = "allow the address, or name the credential that is meant";

interface ExaminerOptions {
  readonly product: Product;
  readonly local: EmbeddedAccess;
  readonly passages: Passages;
  readonly vendors: VendorOptions;
}

/**
 * Looks at one provider on behalf of a stack: the credential, the way, what the vendor tells. Sends reads only, in any
 * mode.
 */
export function providerExaminer({ product, local, passages, vendors }: ExaminerOptions) {
  const surroundings = { environment: vendors.environment, machine: vendors.machine };
  const ask = async (exchange: Exchange, examination: Examination) => {
    const { provider } = examination;
    const seen: Witnessed = { skewMs: null, answers: 0, welcomes: 0, failure: null };
    const make = vendorOf(provider.kind, product.vendors)?.doctor;
    const watched = readsOnly(
      witnessing(exchange, seen, vendors.now),
      vendors.accesses.of(provider.kind).places.readingPosts,
    );
    const findings = (await make?.(watched).examine(examination)) ?? [];
    return { seen, findings: [...answerFindings(seen), ...findings] };
  };
  return async (
    provider: ProviderInstance,
    stack: string | null,
    declared: Pick<Examination, "targets" | "types">,
  ): Promise<readonly Finding[]> => {
    if (local.isMeantBy(provider))
      return [
        passed("credential", "none is needed: the provider leads to the embedded local cloud"),
        ...(await ask(local.exchangeOf(provider), { provider, ...declared, tenant: null })).findings,
      ];
    const passage = await passages(provider, stack);
    if (passage.kind === "refused") return [failed("credential", passage.why, allowAddress)];
    const found = await factsOf(provider, passage, { ...vendors, mayAsk: true });
    const way = await wayFindings(passage.origins, surroundings);
    if (found.kind === "none") return [found.finding, ...way];
    const { facts } = found;
    const { seen, findings } = await ask(vendorExchange(provider, passage, vendors), {
      ...{ provider, ...declared },
      tenant: facts.tenant,
    });
    return [...credentialFindings(facts, vendors.now(), seen), ...way, ...findings];
  };
}

/**
 * Asks the vendor of a provider, on behalf of a stack, to register what a finding names. Null: it was asked; else why
 * not.
 */
export function providerRegistrar({ product, local, passages, vendors }: ExaminerOptions) {
  return async (stack: string | null, wanted: Omit<Registration, "payer">): Promise<Finding | null> => {
    const { provider, name } = wanted;
    const none = failed("registration", `${name} can't be registered from here`, "register it with the vendor's tools");
    const over = async (exchange: Exchange, payer: string | null = null) =>
      vendorOf(provider.kind, product.vendors)
        ?.doctor(exchange)
        .register?.({ ...wanted, payer }) ?? none;
    const guarded = (exchange: Exchange) =>
      isReadOnly(vendors.environment)
        ? readsOnly(exchange, vendors.accesses.of(provider.kind).places.readingPosts)
        : exchange;
    if (local.isMeantBy(provider)) return over(guarded(local.exchangeOf(provider)));
    const passage = await passages(provider, stack);
    if (passage.kind === "refused") return failed("registration", passage.why, allowAddress);
    const wide = registeringPassage(provider, passage, vendors.accesses);
    return over(guarded(vendorExchange(provider, wide, vendors)), await payerOf(provider, wide, vendors));
  };
}

/** What a credential says to pay for its calls. */
async function payerOf(provider: ProviderInstance, passage: OpenPassage, vendors: VendorOptions) {
  const [origin] = passage.origins;
  const { payerHeader } = vendors.accesses.of(provider.kind).signIn;
  if (payerHeader === undefined) return null;
  const { credentials } = vendorWay(provider, passage, vendors);
  // What a call would say of a credential that can't be had, it says itself.
  const headers = origin === undefined ? null : await credentials?.(`${origin}/`).catch(() => null);
  return headers?.[payerHeader] ?? null;
}

/**
 * When the credential of a provider ends, where it is not renewed. Such a token stands in the environment, and nothing
 * is sent but, where `mayAsk` says so, a question to the vendor about one of its own.
 */
export function credentialEnds({ local, passages, vendors }: Omit<ExaminerOptions, "product">) {
  return async (provider: ProviderInstance, stack: string | null, mayAsk: boolean) => {
    if (local.isMeantBy(provider)) return null;
    const passage = await passages(provider, stack);
    if (passage.kind === "refused" || linkOf(provider, passage, vendors).isRenewed) return null;
    const found = await factsOf(provider, passage, { ...vendors, mayAsk });
    if (found.kind === "none" || found.facts.endsAt === null) return null;
    return { link: found.facts.link, at: found.facts.endsAt };
  };
}

/** What is known of the credential that would be sent to the first origin. */
async function factsOf(
  provider: ProviderInstance,
  passage: OpenPassage,
  vendors: VendorOptions & { readonly mayAsk: boolean },
): Promise<
  { readonly kind: "facts"; readonly facts: CredentialFacts } | { readonly kind: "none"; readonly finding: Finding }
> {
  const link = linkOf(provider, passage, vendors);
  const [origin] = passage.origins;
  const none = (why: string) => ({
    kind: "none" as const,
    finding: failed("credential", why, "give the provider a credential (docs/access.md tells the places)"),
  });
  if (origin === undefined) return none("the provider leads to no address");
  const { credentials, signIn } = vendorWay(provider, passage, vendors);
  if (credentials === null) return none("there is none in the usual places");
  try {
    const headers = await credentials(`${origin}/`);
    const own = factsOfToken(headers);
    const { tokenFacts } = vendors.accesses.of(provider.kind).signIn;
    const isAsked = vendors.mayAsk && passage.kind === "bound" && own.endsAt === null;
    const told = isAsked ? await tokenFacts?.(passage.origins, headers, signIn) : null;
    return { kind: "facts", facts: { ...link, ...own, disownedBy: null, ...told } };
  } catch (cause) {
    if (!(cause instanceof NotSent)) throw cause;
    return none(`${link.link}: ${cause.refusal.detail}`);
  }
}
