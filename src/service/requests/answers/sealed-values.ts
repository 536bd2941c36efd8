import type { Json } from "../../../../packages/base/json/json.ts";
import { memoized } from "../../../../packages/base/memoized.ts";
import { problem } from "../../../../packages/base/problems/problem.ts";
import type { Outcome } from "../../../contract/call.ts";
import type { Operation } from "../../../contract/operation.ts";
import { concealSecrets, sealedShapes } from "../../../definitions/schema/secret-values.ts";
import type { Authority } from "../../access/authority.ts";
import { Rejection } from "../../rejection.ts";

/** More places are not listed: who sent so many knows by then. */
const mostListed = 100;

/**
 * Refuses a body that holds sealed values, wherever they stand. Operations that take them back hold each against the
 * place where it was shown; all others know no such place.
 */
export function refuseSealed(operation: Operation, body: unknown): void {
  if (operation.takesSealed === true || body === undefined) return;
  const places = sealedShapes(body as Json);
  if (places.length === 0) return;
  const detail = "a sealed value can't be given here; give the value itself";
  throw new Rejection(
    "unprocessable",
    places.slice(0, mostListed).map((pointer) => problem("sealed-value", detail, { pointer })),
  );
}

/**
 * An answer as its caller may see it: one who may not reveal a stack's secrets sees that a value is sealed, and nothing
 * that tells which values are equal.
 */
export function concealed(outcome: Outcome, stack: string | null, authority: Authority): Outcome {
  const mayReveal = () => authority.decide("secret:reveal", { stack }).kind === "allowed";
  const { document, stream } = outcome;
  if (stream !== undefined)
    return mayReveal() ? outcome : { ...outcome, stream: { ...stream, events: concealedEvents(stream.events) } };
  if (typeof document !== "object" || document === null) return outcome;
  const shown = concealedDocument(document);
  return shown === document || mayReveal() ? outcome : { ...outcome, document: shown };
}

/** Many streams carry the very same documents. */
const concealedDocument = memoized((document: object): object => concealSecrets(document as Json) as object);

async function* concealedEvents<E extends { readonly data: object }>(events: AsyncIterable<E>): AsyncGenerator<E> {
  for await (const event of events) yield { ...event, data: concealedDocument(event.data) };
}
