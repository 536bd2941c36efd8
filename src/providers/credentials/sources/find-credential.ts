import { Fault } from "../../../../packages/base/fault.ts";
import type { CredentialPlace } from "../../../engine/ports/credential-binding.ts";
import { NotSent } from "../../../engine/ports/not-sent.ts";
import type { GivenCredential } from "./given-credential.ts";
import type { Machine } from "./machine.ts";

/** What credentials are found with. */
export interface CredentialSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly machine?: Machine | undefined;
}

/** What stands in a variable of the environment; undefined for an empty one. */
export function inEnvironment(name: string, { environment }: CredentialSurroundings): GivenCredential | undefined {
  const text = environment[name];
  return text === undefined || text === "" ? undefined : { text, name };
}

/**
 * What stands in a named place. Throws NotSent where there is nothing, or where others may read or write the file:
 * whoever named it has to mend that.
 */
export async function inPlace(
  place: Exclude<CredentialPlace, { kind: "usual" }>,
  surroundings: CredentialSurroundings,
): Promise<GivenCredential> {
  if (place.kind === "environment") {
    const given = inEnvironment(place.name, surroundings);
    if (given !== undefined) return given;
    throw nothing(`the environment variable ${place.name} is empty`);
  }
  const text = await surroundings.machine?.readText(place.path).catch((cause: unknown) => {
    if (cause instanceof Fault) throw nothing(cause.message);
    return undefined;
  });
  if (text !== undefined && text.trim() !== "") return { text: text.trim(), name: place.path };
  throw nothing(`the file ${place.path} can't be read, or is empty`);
}

function nothing(why: string): NotSent {
  return new NotSent({ kind: "denied", detail: `no credentials: ${why}`, lacks: "credential" });
}
