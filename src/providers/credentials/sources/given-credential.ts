import { NotSent } from "../../../engine/ports/not-sent.ts";
import { isOfLocalCloud } from "./local-credential.ts";

/** A credential as text, and what it is called when something is wrong with it. */
export interface GivenCredential {
  readonly text: string;
  readonly name: string;
}

/** Throws NotSent for a credential that a local cloud issued: a vendor never sees it. */
export function forVendor({ text, name }: GivenCredential): string {
  if (!isOfLocalCloud(text)) return text;
  throw new NotSent({
    kind: "denied",
    lacks: "credential",
    detail: `no credentials: ${name} was issued by a local cloud (it begins with local:), and goes to no other place`,
  });
}

/** The same for a local cloud: undefined for anything else, which it never sees. */
export function forLocalCloud(given: GivenCredential | undefined): string | undefined {
  return given !== undefined && isOfLocalCloud(given.text) ? given.text : undefined;
}
