import { derived } from "../../base/derived.ts";
import type { Json, JsonObject } from "../../base/json.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import { outputSchema } from "../../definitions/schema/field-schema.ts";
import {
  declaredSecretPlaces,
  declaresSecrets,
  openSecrets,
  type Sealer,
  sealKnownLeaves,
  sealPlaces,
  secretPlaces,
} from "../../definitions/schema/secret-values.ts";
import type { Change, Driver, Observation, Target, WriteOutcome } from "../../engine/ports/driver.ts";
import type { Secrets } from "../../engine/ports/secrets.ts";

const mask = "(secret)";

/** Types whose outputs are declared to hold secrets. */
const secretTypesOf = derived(
  ({ resources }: Catalog) =>
    new Set(Object.values(resources).flatMap((each) => (declaresSecrets(outputSchema(each)) ? [each.type] : []))),
);

/**
 * The same driver, which opens the secrets of a request right before the call and seals what comes back: whoever calls it
 * holds markers only. Texts that a platform echoes in its refusals are masked. `secrets` is asked for on first need.
 */
export function sealing(driver: Driver, secrets: () => Secrets, catalog: Catalog): Driver {
  const texts = new Set<string>();
  const remember = (value: Json) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (text === "" || typeof value === "boolean" || value === null) return;
    for (const form of [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)]) texts.add(form);
  };
  const sealer: Sealer = {
    seal: (value) => {
      remember(value);
      return secrets().seal(value);
    },
    known: (value) => secrets().known(value),
  };
  const opened = <T extends Json>(value: T): Promise<T> =>
    openSecrets(value, async (marker) => {
      const plain = await secrets().open(marker);
      remember(plain);
      return plain;
    });
  const masked = (text: string) =>
    // Longer texts first: one may be part of another.
    [...texts].sort((a, b) => b.length - a.length).reduce((said, each) => said.replaceAll(each, () => mask), text);
  const discreet = <T>(outcome: T): T =>
    texts.size > 0 && typeof outcome === "object" && outcome !== null && "detail" in outcome
      ? { ...outcome, detail: masked(String(outcome.detail)) }
      : outcome;

  const secretTypes = secretTypesOf(catalog);
  // Where nothing is secret, calls pass as they are: no walk over answers, and no wait of its own.
  const isPlain = (target: Target) =>
    texts.size === 0 &&
    (target.secret ?? []).length === 0 &&
    target.isForeign !== true &&
    !secretTypes.has(target.type);
  const isPlainChange = ({ target, inputs, prior }: Change) =>
    isPlain(target) && secretPlaces(inputs).length === 0 && secretPlaces(prior?.outputs).length === 0;

  const sealed = async (target: Target, observation: Observation, inputs?: JsonObject): Promise<Observation> => {
    const definition = catalog.resources[target.type];
    const { outputs } = observation;
    const places = [
      ...(definition === undefined ? [] : declaredSecretPlaces(outputSchema(definition), outputs)),
      ...(target.secret ?? []),
      ...secretPlaces(inputs),
    ];
    return {
      ...observation,
      outputs: await sealPlaces(outputs, [...new Set(places)], sealer),
      displaces: observation.displaces.map(masked),
    };
  };
  const openedChange = async (change: Change): Promise<Change> => ({
    ...change,
    inputs: await opened(change.inputs),
    prior: change.prior === null ? null : { ...change.prior, outputs: await opened(change.prior.outputs) },
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
    return { ...outcome, observation: { ...observation, outputs: await sealedWhereKnown(observation.outputs) } };
  };
  /** All but the name of the object, by which it was asked for. */
  const sealedWhereKnown = async (outputs: JsonObject): Promise<JsonObject> => {
    const { id: _, ...values } = outputs;
    return { ...outputs, ...(await sealKnownLeaves(values, sealer.known)) };
  };
  const lookup: Driver["lookup"] = async (call, signal) => {
    const outcome = discreet(await driver.lookup(call, signal));
    return outcome.kind === "done" ? { ...outcome, result: await sealedWhereKnown(outcome.result) } : outcome;
  };
  const listSealed: Driver["list"] = async (target, signal) => {
    const outcome = await driver.list(target, signal);
    if (outcome.kind !== "done") return discreet(outcome);
    const items = outcome.items.map(async ({ id, observation }) => ({
      id,
      observation: await sealed(target, observation),
    }));
    return { ...outcome, items: await Promise.all(items) };
  };
  const writeOpened: Driver["write"] = async (change, signal) =>
    written(change, await driver.write(await openedChange(change), signal));
  const pollOpened: Driver["poll"] = async (change, handle, signal) =>
    written(change, await driver.poll(await openedChange(change), handle, signal));
  const discoverOpened: Driver["discover"] = async (question, signal) =>
    discreet(await driver.discover({ ...question, inputs: await opened(question.inputs) }, signal));

  const { operationOf, isConditional } = driver;
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
    // Asked by the object's name alone.
    // Told by the operation and the version alone.
    ...(isConditional === undefined ? {} : { isConditional }),
    ...(operationOf === undefined ? {} : { operationOf: (change, signal) => operationOf(change, signal) }),
    lookup: (call, signal) => {
      if (secretPlaces(call.arguments).length > 0)
        return Promise.resolve({ kind: "invalid", detail: "what a look-up asks for is shown: no secret", code: null });
      return lookup(call, signal);
    },
    discover: (question, signal) =>
      texts.size === 0 && secretPlaces(question.inputs).length === 0
        ? driver.discover(question, signal)
        : discoverOpened(question, signal),
  };
}
