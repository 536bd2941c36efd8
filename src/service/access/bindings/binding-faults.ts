import type { CredentialBinding } from "../../../engine/ports/credential-binding.ts";

/** What of the providers of a catalog counts for credentials, by their kinds. */
export type ProviderKinds = Readonly<Record<string, { readonly title: string; readonly takesOAuthClients?: true }>>;

/** Something wrong with one member of a credential. */
export interface BindingFault {
  readonly member: "name" | "kind" | "origins" | "private" | "credential" | "stacks";
  readonly detail: string;
}

const nameForm = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;
const patternForm = /^(\*|[a-z0-9*][a-z0-9*-]{0,62}\/[A-Za-z0-9*][A-Za-z0-9._*-]{0,62})$/;

/** What keeps a credential from being used as it is said. Pure: neither names nor files are looked up. */
export function bindingFaults(
  { name, kind, origins, mayBePrivate, credential, stacks }: CredentialBinding,
  providers: ProviderKinds,
): readonly BindingFault[] {
  const unfit = (origins ?? []).filter((each) => !isOrigin(each));
  const here = mayBePrivate ? (origins ?? []).filter((each) => isOfThisMachine(URL.parse(each)?.hostname ?? "")) : [];
  const strange = stacks.filter((each) => !patternForm.test(each));
  const isClient = credential.kind !== "usual" && credential.clientId !== null;
  return [
    ...(nameForm.test(name)
      ? []
      : [
          fault(
            "name",
            `\`${name}\` is no name: it begins with a letter and has at most 64 letters, digits, _ and - only`,
          ),
        ]),
    ...(Object.hasOwn(providers, kind)
      ? []
      : [fault("kind", `\`${kind}\` is no kind of provider; known are ${Object.keys(providers).join(", ")}`)]),
    ...unfit.map((each) =>
      fault(
        "origins",
        `\`${each}\` is no origin: give https://HOST or https://HOST:PORT, or http://localhost:PORT for a local cloud`,
      ),
    ),
    ...(origins ?? [])
      .filter((each) => isLinkLocal(URL.parse(each)?.hostname ?? ""))
      .map((each) =>
        fault(
          "origins",
          `\`${each}\` is a link-local address, where machines keep their own credentials: none goes there`,
        ),
      ),
    ...(origins?.length === 0 ? [fault("origins", "there is none: leave this out for the vendor's own")] : []),
    ...here.map((each) =>
      fault(
        "private",
        `\`${each}\` is this machine, where only a local cloud is spoken to and no vendor's credential goes: ` +
          "leave `private` out if a local cloud listens there, and give another address if none does",
      ),
    ),
    ...(isClient && providers[kind]?.takesOAuthClients !== true
      ? [fault("credential", `OAuth clients of this kind are ${ownersOfClients(providers)} only`)]
      : []),
    ...strange.map((each) =>
      fault("stacks", `\`${each}\` names no stacks: their names are PROJECT/STACK, in which * stands for any text`),
    ),
    ...(stacks.length === 0 ? [fault("stacks", "there is none: leave this out for every stack")] : []),
  ];
}

/** `Databricks'`: the providers whose credentials may be OAuth clients. */
function ownersOfClients(providers: ProviderKinds): string {
  return Object.values(providers)
    .filter(({ takesOAuthClients }) => takesOAuthClients === true)
    .map(({ title }) => (title.endsWith("s") ? `${title}'` : `${title}'s`))
    .join(" and ");
}

/** An origin as browsers write it, encrypted, or on this machine. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.origin !== text) return false;
  if (url.protocol === "https:") return true;
  return url.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
}

/** As URLs write the loopback addresses and names. */
function isOfThisMachine(hostname: string): boolean {
  return /(^|\.)localhost\.?$/.test(hostname) || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}

/** As URLs write the addresses 169.254.0.0/16 and fe80::/10, the former within IPv6 as well. */
function isLinkLocal(hostname: string): boolean {
  return /^169\.254(\.\d+){2}$|^\[fe[89ab][0-9a-f]:|^\[::ffff:a9fe:/.test(hostname);
}

function fault(member: BindingFault["member"], detail: string): BindingFault {
  return { member, detail };
}
