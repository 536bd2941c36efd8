import { derived } from "../../base/derived.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import { pointer, pointerSegments } from "../../base/pointer.ts";
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
import { holdsDollarKey, plainKey, type SecretMarker, unescapeMarkers } from "../../definitions/schema/value.ts";
import type { Change, Driver, Observation, Target, WriteOutcome } from "../../engine/ports/driver.ts";
import type { SecretsAtWork } from "../../engine/ports/secrets.ts";
import type { OpenedTexts } from "./opened-texts.ts";
import { saidBy } from "./said-words.ts";

/** Types whose outputs are declared to hold secrets. */
const secretTypesOf = derived(
  ({ resources }: Catalog) =>
    new Set(Object.values(resources).flatMap((each) => (declaresSecrets(outputSchema(each)) ? [each.type] : []))),
);

/** Where a value stands in an answer: under the key as its user wrote it, too. A place of inputs has it escaped, one of outputs has not. */
function asAnswered(place: string): readonly string[] {
  return [place, pointer("", ...pointerSegments(place).map(plainKey))];
}

/**
 * The same driver for one stack, which opens the secrets of a request right before the call and seals what comes back: whoever
 * calls it holds markers only. What it has in the clear is added to `texts`, and masked in what a platform echoes.
 */
export function sealing(
  driver: Driver,
  { secrets, keptSecret }: SecretsAtWork,
  texts: OpenedTexts,
  catalog: Catalog,
): Driver {
  const sealer: Sealer = {
    seal: (value) => {
      texts.remember(value);
      return secrets.seal(value);
    },
    known: (value) => secrets.known(value),
  };
  const open = async (marker: SecretMarker): Promise<Json> => {
    const plain = await secrets.open(marker);
    texts.remember(plain);
    return plain;
  };
  const discreet = <T>(outcome: T): T => texts.discreet(outcome);

  const secretTypes = secretTypesOf(catalog);
  // Where nothing is secret, calls pass as they are: no walk over answers, and no wait of its own.
  const isPlain = (target: Target) =>
    texts.isEmpty && (target.secret ?? []).length === 0 && target.isForeign !== true && !secretTypes.has(target.type);
  const isPlainChange = ({ target, inputs, prior }: Change) =>
    isPlain(target) && !holdsDollarKey(inputs) && secretPlaces(prior?.outputs).length === 0;

  const sealed = async (target: Target, observation: Observation, inputs?: JsonObject): Promise<Observation> => {
    const definition = catalog.resources[target.type];
    const { outputs } = observation;
    const places = [
      ...(definition === undefined ? [] : declaredSecretPlaces(outputSchema(definition), outputs)),
      ...(target.secret ?? []).flatMap(asAnswered),
      ...secretPlaces(inputs).flatMap(asAnswered),
    ];
    return {
      ...observation,
      outputs: await sealPlaces(outputs, [...new Set(places)], sealer),
      displaces: observation.displaces.map((text) => texts.masked(text)),
    };
  };
  const openedChange = async (change: Change): Promise<Change> => ({
    ...change,
    inputs: await asWritten(change.inputs, open),
    prior: change.prior === null ? null : { ...change.prior, outputs: await openSecrets(change.prior.outputs, open) },
  });
  const written = async (change: Change, outcome: WriteOutcome): Promise<WriteOutcome> => {
    if (outcome.kind !== "done" || outcome.observation === null) return discreet(outcome);
    return { ...outcome, observation: await sealed(change.target, outcome.observation, change.inputs) };
  };
  const readSealed: Driver["read"] = async (target, signal) => {
    const outcome = await driver.read(target, signal);
    if (outcome.kind !== "done") return discreet(outcome);
    const observation = await sealed(target, outcome.observation);
    if (target.isForeign !== true) return { ...outcome, observation };
    return { ...outcome, observation: { ...observation, outputs: await lookedAt(target, observation.outputs) } };
  };
  /** What an object that is only looked at shows: nothing that its own stack keeps secret. */
  const lookedAt = async (target: Target, outputs: JsonObject): Promise<JsonObject> => {
    const { places, isOwn } = await keptSecret(target);
    const kept = [...new Set(places.flatMap(asAnswered))];
    const shown = isOwn ? await sealPlaces(outputs, kept, sealer) : withholdPlaces(outputs, kept);
    return sealedWhereKnown(shown, saidBy(target));
  };
  /** All but the name of the object, and what the question says itself. */
  const sealedWhereKnown = async (outputs: JsonObject, said: ReadonlySet<Json>): Promise<JsonObject> => {
    const { id: _, ...values } = outputs;
    return { ...outputs, ...(await sealKnownLeaves(values, sealer.known, said)) };
  };
  const lookup: Driver["lookup"] = async (call, signal) => {
    const outcome = discreet(
      await driver.lookup({ ...call, arguments: unescapeMarkers(call.arguments) as JsonObject }, signal),
    );
    if (outcome.kind !== "done") return outcome;
    return { ...outcome, result: await sealedWhereKnown(outcome.result, saidBy(call)) };
  };
  const listSealed: Driver["list"] = async (target, signal) => {
    const outcome = await driver.list(target, signal);
    if (outcome.kind !== "done") return discreet(outcome);
    const items = outcome.items.map(async (item) => ({
      ...item,
      observation: await sealed(target, item.observation),
      ...(item.unreadable === undefined ? {} : { unreadable: texts.masked(item.unreadable) }),
    }));
    return { ...outcome, items: await Promise.all(items) };
  };
  const writeOpened: Driver["write"] = async (change, signal) =>
    written(change, await driver.write(await openedChange(change), signal));
  const pollOpened: Driver["poll"] = async (change, handle, signal) =>
    written(change, await driver.poll(await openedChange(change), handle, signal));
  const discoverOpened: Driver["discover"] = async (question, signal) =>
    discreet(await driver.discover({ ...question, inputs: await asWritten(question.inputs, open) }, signal));

  const { operationOf, isConditional, readsLag } = driver;
  return {
    kind: driver.kind,
    cloudId: (provider) => driver.cloudId(provider),
    verify: (provider, signal) => driver.verify(provider, signal),
    collectionOf: (target) => driver.collectionOf(target),
    read: (target, signal) => (isPlain(target) ? driver.read(target, signal) : readSealed(target, signal)),
    list: (target, signal) => (isPlain(target) ? driver.list(target, signal) : listSealed(target, signal)),
    write: (change, signal) => (isPlainChange(change) ? driver.write(change, signal) : writeOpened(change, signal)),
    poll: (change, handle, signal) =>
      isPlainChange(change) ? driver.poll(change, handle, signal) : pollOpened(change, handle, signal),
    // Told by the operation, the version and the type alone.
    ...(isConditional === undefined ? {} : { isConditional }),
    ...(readsLag === undefined ? {} : { readsLag }),
    ...(operationOf === undefined ? {} : { operationOf: (change, signal) => operationOf(change, signal) }),
    lookup: (call, signal) => {
      if (secretPlaces(call.arguments).length > 0)
        return Promise.resolve({ kind: "invalid", detail: "what a look-up asks for is shown: no secret", code: null });
      return lookup(call, signal);
    },
    discover: (question, signal) =>
      texts.isEmpty && !holdsDollarKey(question.inputs)
        ? driver.discover(question, signal)
        : discoverOpened(question, signal),
  };
}
