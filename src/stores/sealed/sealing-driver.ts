import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { memoized } from "../../../packages/base/memoized.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import { outputSchema } from "../../definitions/schema/field-schema.ts";
import {
  asWritten,
  declaredSecretPlaces,
  declaresSecrets,
  openSecrets,
  type Sealer,
  sealKnownLeaves,
  sealPlaces,
  secretPlaces,
  withholdPlaces,
} from "../../definitions/schema/secret-values.ts";
import { holdsDollarKey, type SecretMarker, unescapeMarkers } from "../../definitions/schema/value.ts";
import type {
  Change,
  Driver,
  ListedItem,
  Observation,
  ReadOutcome,
  Target,
  WriteOutcome,
} from "../../engine/ports/driver.ts";
import type { During } from "../../engine/ports/hush.ts";
import type { SecretsAtWork } from "../../engine/ports/secrets.ts";
import { asAnswered } from "./as-answered.ts";
import { CallAtWork, type Met } from "./call-at-work.ts";
import type { OpenedTexts } from "./opened-texts.ts";
import { saidBy } from "./said-words.ts";
import { sealedBeside } from "./sealed-beside.ts";

/** Types whose outputs are declared to hold secrets. */
const secretTypesOf = memoized(
  ({ resources }: Catalog) =>
    new Set(Object.values(resources).flatMap((each) => (declaresSecrets(outputSchema(each)) ? [each.type] : []))),
);

/** Where nothing below a driver needs to know for which work a call is made. */
const unannounced: During = (_, make) => make();

/**
 * The same driver for one stack, which opens the secrets of a request right before the call and seals what comes back: whoever
 * calls it holds markers only. What it has in the clear is added to `texts`, and masked in what a platform echoes; what the stack
 * has kept is, too.
 */
export function sealing(
  driver: Driver,
  { secrets, keptSecret }: Pick<SecretsAtWork, "secrets" | "keptSecret">,
  texts: OpenedTexts,
  catalog: Catalog,
  during: During = unannounced,
): Driver {
  const sealer: Sealer = {
    seal: (value) => {
      texts.remember(value);
      return secrets.seal(value);
    },
    known: async (value) => {
      const marker = await secrets.known(value);
      if (marker !== null) texts.remember(value);
      return marker;
    },
  };
  const open = async (marker: SecretMarker): Promise<Json> => {
    const plain = await secrets.open(marker);
    texts.remember(plain);
    return plain;
  };
  const discreet = <T extends object>(outcome: T): Promise<T> => texts.discreet(outcome);
  /**
   * Makes a call, and seals what it brings; what waits for that is done then, however it ends. `met`: the objects that it was answered
   * about, of which other stacks may keep something secret.
   */
  const called = async <T>(
    { secret = [] }: Pick<Target, "secret">,
    make: () => Promise<T>,
    seal: (outcome: T) => Promise<T>,
    met: (outcome: T) => readonly Met[] = () => [],
  ): Promise<T> => {
    const call = new CallAtWork(texts, secret);
    try {
      const outcome = await during(call, make);
      const sealed = await seal(outcome);
      await call.learnOf(() => met(outcome), texts, keptSecret);
      return sealed;
    } catch (cause) {
      call.tellNothing();
      throw cause;
    } finally {
      call.end();
    }
  };

  const secretTypes = secretTypesOf(catalog);
  // Where nothing is secret, answers pass as they are: no walk over them, and no wait of its own.
  const isPlain = (target: Target) =>
    texts.isEmpty && (target.secret ?? []).length === 0 && target.isForeign !== true && !secretTypes.has(target.type);
  const isPlainChange = ({ target, inputs, prior, alongside = [] }: Change) =>
    isPlain(target) &&
    !holdsDollarKey(inputs) &&
    !alongside.some(holdsDollarKey) &&
    secretPlaces(prior?.outputs).length === 0;

  const outputsSealed = async (target: Target, outputs: JsonObject, inputs?: JsonObject): Promise<JsonObject> => {
    const definition = catalog.resources[target.type];
    const places = [
      ...(definition === undefined ? [] : declaredSecretPlaces(outputSchema(definition), outputs)),
      ...(target.secret ?? []).flatMap(asAnswered),
      ...secretPlaces(inputs).flatMap(asAnswered),
    ];
    return sealPlaces(outputs, [...new Set(places)], sealer);
  };
  /** What stands beside an object may be a secret though nothing of the object itself is. */
  const withBesideSealed = async <T extends Pick<Observation, "displaces" | "beside">>(
    target: Target,
    seen: T,
  ): Promise<T> => {
    if (seen.displaces.length === 0) return seen;
    const beside = await sealedBeside(seen, sealer.known, saidBy(target));
    await texts.learn();
    return { ...seen, ...beside, displaces: beside.displaces.map((words) => texts.masked(words)) };
  };
  const sealed = async (target: Target, observation: Observation, inputs?: JsonObject): Promise<Observation> => ({
    ...(await withBesideSealed(target, observation)),
    outputs: await outputsSealed(target, observation.outputs, inputs),
  });
  const openedChange = async (change: Change): Promise<Change> => ({
    ...change,
    inputs: await asWritten(change.inputs, open),
    prior: change.prior === null ? null : { ...change.prior, outputs: await openSecrets(change.prior.outputs, open) },
    ...(change.alongside === undefined
      ? {}
      : { alongside: await Promise.all(change.alongside.map((each) => openSecrets(each, open))) }),
  });
  const written = async (change: Change, outcome: WriteOutcome): Promise<WriteOutcome> => {
    if (outcome.kind !== "done" || outcome.observation === null) return discreet(outcome);
    if (!isPlainChange(change))
      return { ...outcome, observation: await sealed(change.target, outcome.observation, change.inputs) };
    return { ...outcome, observation: await withBesideSealed(change.target, outcome.observation) };
  };
  const readSealed = async (target: Target, outcome: ReadOutcome): Promise<ReadOutcome> => {
    if (outcome.kind === "absent") return discreet(await withBesideSealed(target, outcome));
    if (outcome.kind !== "done") return discreet(outcome);
    if (isPlain(target)) return { ...outcome, observation: await withBesideSealed(target, outcome.observation) };
    const observation = await sealed(target, outcome.observation);
    if (target.isForeign !== true) return { ...outcome, observation };
    return { ...outcome, observation: { ...observation, outputs: await lookedAt(target, observation.outputs) } };
  };
  /** What an object that is only looked at shows: nothing that its own stack keeps secret. */
  const lookedAt = async (target: Target, outputs: JsonObject): Promise<JsonObject> => {
    const [{ places, isOwn } = { places: [], isOwn: false }] = await keptSecret([target]);
    const kept = [...new Set(places.flatMap(asAnswered))];
    const shown = isOwn ? await sealPlaces(outputs, kept, sealer) : withholdPlaces(outputs, kept);
    return sealedWhereKnown(shown, saidBy(target));
  };
  /** All but the name of the object, and what the question says itself. */
  const sealedWhereKnown = async (outputs: JsonObject, said: ReadonlySet<Json>): Promise<JsonObject> => {
    const { id: _, ...values } = outputs;
    return { ...outputs, ...(await sealKnownLeaves(values, sealer.known, said)) };
  };
  const itemSealed = async (target: Target, item: ListedItem): Promise<ListedItem> => {
    const { observation, unreadable } = item;
    if (unreadable !== undefined) await texts.learn();
    return {
      ...item,
      observation: isPlain(target) ? await withBesideSealed(target, observation) : await sealed(target, observation),
      ...(unreadable === undefined ? {} : { unreadable: texts.masked(unreadable) }),
    };
  };

  const { operationOf, isConditional, readsLag } = driver;
  return {
    kind: driver.kind,
    cloudId: (provider) => driver.cloudId(provider),
    verify: (provider, signal) =>
      called(
        {},
        () => driver.verify(provider, signal),
        async (complaint) => (complaint === null ? null : discreet(complaint)),
      ),
    collectionOf: (target) => driver.collectionOf(target),
    read: (target, signal) =>
      called(
        target,
        () => driver.read(target, signal),
        (outcome) => readSealed(target, outcome),
        (outcome) => [{ target, outputs: outcome.kind === "done" ? outcome.observation.outputs : null }],
      ),
    list: (target, signal) =>
      called(
        target,
        () => driver.list(target, signal),
        async (outcome) => {
          if (outcome.kind !== "done") return discreet(outcome);
          return { ...outcome, items: await Promise.all(outcome.items.map((item) => itemSealed(target, item))) };
        },
        (outcome) =>
          outcome.kind === "done"
            ? outcome.items.map(({ id, observation: { outputs } }) => ({ target: { ...target, id }, outputs }))
            : [],
      ),
    write: (change, signal) =>
      called(
        change.target,
        async () => driver.write(isPlainChange(change) ? change : await openedChange(change), signal),
        (outcome) => written(change, outcome),
      ),
    poll: (change, handle, signal) =>
      called(
        change.target,
        async () => driver.poll(isPlainChange(change) ? change : await openedChange(change), handle, signal),
        (outcome) => written(change, outcome),
      ),
    // Told by the operation, the version and the type alone.
    ...(isConditional === undefined ? {} : { isConditional }),
    ...(readsLag === undefined ? {} : { readsLag }),
    // Asked by the object's name alone.
    ...(operationOf === undefined
      ? {}
      : { operationOf: (change, signal) => called(change.target, () => operationOf(change, signal), discreet) }),
    lookup: async (call, signal) => {
      if (secretPlaces(call.arguments).length > 0)
        return { kind: "invalid", detail: "what a look-up asks for is shown: no secret", code: null };
      const asked = { ...call, arguments: unescapeMarkers(call.arguments) as JsonObject };
      return called(
        {},
        () => driver.lookup(asked, signal),
        async (outcome) => {
          if (outcome.kind !== "done") return discreet(outcome);
          return { ...outcome, result: await sealedWhereKnown(outcome.result, saidBy(call)) };
        },
      );
    },
    discover: (question, signal) =>
      called(
        { secret: secretPlaces(question.inputs) },
        async () => driver.discover({ ...question, inputs: await asWritten(question.inputs, open) }, signal),
        discreet,
      ),
  };
}
