import type { Json, JsonObject } from "../../packages/base/json/json.ts";
import type { Catalog } from "../definitions/schema/definition.ts";
import { outputSchema } from "../definitions/schema/field-schema.ts";
import {
  declaredSecretPlaces,
  declaresSecrets,
  sealKnownLeaves,
  sealPlaces,
  secretPlaces,
  withholdPlaces,
} from "../definitions/schema/secret-values.ts";
import { holdsDollarKey } from "../definitions/schema/value.ts";
import type {
  Change,
  ListedItem,
  ListOutcome,
  LookupCall,
  LookupOutcome,
  Observation,
  ReadOutcome,
  Target,
  WriteOutcome,
} from "../engine/ports/driver.ts";
import type { Secrets, SecretsAtWork } from "../engine/ports/secrets.ts";
import { asAnswered } from "./as-answered.ts";
import type { KnownSecrets } from "./known-secrets.ts";
import { plaintextInputs } from "./plaintext-inputs.ts";
import { sealedBeside } from "./sealed-beside.ts";

/** Types whose outputs are declared to hold secrets. */
function secretTypesOf({ resources }: Catalog) {
  return new Set(Object.values(resources).flatMap((each) => (declaresSecrets(outputSchema(each)) ? [each.type] : [])));
}

/** Seals what the driver of one stack brings. Where nothing is secret, answers pass as they are: no walk over them. */
export class SealedAnswers {
  readonly #secrets: Secrets;
  readonly #keptSecret: SecretsAtWork["keptSecret"];
  readonly #texts: KnownSecrets;
  readonly #catalog: Catalog;
  readonly #secretTypes: ReadonlySet<string>;

  constructor(
    { secrets, keptSecret }: Pick<SecretsAtWork, "secrets" | "keptSecret">,
    texts: KnownSecrets,
    catalog: Catalog,
  ) {
    this.#secrets = secrets;
    this.#keptSecret = keptSecret;
    this.#texts = texts;
    this.#catalog = catalog;
    this.#secretTypes = secretTypesOf(catalog);
  }

  /** Nothing of the change is secret, nor of what it is answered with. */
  isPlainChange({ target, inputs, prior, alongside = [] }: Change): boolean {
    return (
      this.#isPlain(target) &&
      !holdsDollarKey(inputs) &&
      !alongside.some(holdsDollarKey) &&
      secretPlaces(prior?.outputs).length === 0
    );
  }

  async written(change: Change, outcome: WriteOutcome): Promise<WriteOutcome> {
    if (outcome.kind !== "done" || outcome.observation === null) return this.#texts.maskedOutcome(outcome);
    const { target, inputs } = change;
    const observation = this.isPlainChange(change)
      ? await this.#withBesideSealed(target, outcome.observation)
      : await this.#sealed(target, outcome.observation, inputs);
    return { ...outcome, observation };
  }

  async read(target: Target, outcome: ReadOutcome): Promise<ReadOutcome> {
    if (outcome.kind === "absent") return this.#texts.maskedOutcome(await this.#withBesideSealed(target, outcome));
    if (outcome.kind !== "done") return this.#texts.maskedOutcome(outcome);
    const observation = await this.#seen(target, outcome.observation);
    if (target.isForeign !== true) return { ...outcome, observation };
    return { ...outcome, observation: { ...observation, outputs: await this.#lookedAt(target, observation.outputs) } };
  }

  async listed(target: Target, outcome: ListOutcome): Promise<ListOutcome> {
    if (outcome.kind !== "done") return this.#texts.maskedOutcome(outcome);
    return { ...outcome, items: await Promise.all(outcome.items.map((item) => this.#item(target, item))) };
  }

  async lookedUp(call: LookupCall, outcome: LookupOutcome): Promise<LookupOutcome> {
    if (outcome.kind !== "done") return this.#texts.maskedOutcome(outcome);
    return { ...outcome, result: await this.#sealedWhereKnown(outcome.result, plaintextInputs(call)) };
  }

  #isPlain({ type, secret = [], isForeign }: Target): boolean {
    return this.#texts.isEmpty && secret.length === 0 && isForeign !== true && !this.#secretTypes.has(type);
  }

  async #item(target: Target, item: ListedItem): Promise<ListedItem> {
    const { unreadable } = item;
    if (unreadable !== undefined) await this.#texts.learn();
    const observation = await this.#seen(target, item.observation);
    return {
      ...item,
      observation,
      ...(unreadable === undefined ? {} : { unreadable: this.#texts.masked(unreadable) }),
    };
  }

  #seen(target: Target, observation: Observation): Promise<Observation> {
    return this.#isPlain(target) ? this.#withBesideSealed(target, observation) : this.#sealed(target, observation);
  }

  async #sealed(target: Target, observation: Observation, inputs?: JsonObject): Promise<Observation> {
    return {
      ...(await this.#withBesideSealed(target, observation)),
      outputs: await this.#outputsSealed(target, observation.outputs, inputs),
    };
  }

  /** What stands beside an object may be a secret though nothing of the object itself is. */
  async #withBesideSealed<T extends Pick<Observation, "displaces" | "beside">>(target: Target, seen: T): Promise<T> {
    if (seen.displaces.length === 0) return seen;
    return { ...seen, ...(await sealedBeside(seen, this.#secrets, this.#texts, plaintextInputs(target))) };
  }

  async #outputsSealed(target: Target, outputs: JsonObject, inputs?: JsonObject): Promise<JsonObject> {
    const definition = this.#catalog.resources[target.type];
    const places = [
      ...(definition === undefined ? [] : declaredSecretPlaces(outputSchema(definition), outputs)),
      ...(target.secret ?? []).flatMap(asAnswered),
      ...secretPlaces(inputs).flatMap(asAnswered),
    ];
    return sealPlaces(outputs, [...new Set(places)], this.#secrets);
  }

  /** What an object that is only looked at shows: nothing that its own stack keeps secret. */
  async #lookedAt(target: Target, outputs: JsonObject): Promise<JsonObject> {
    const [{ places, isOwn } = { places: [], isOwn: false }] = await this.#keptSecret([target]);
    const kept = [...new Set(places.flatMap(asAnswered))];
    const shown = isOwn ? await sealPlaces(outputs, kept, this.#secrets) : withholdPlaces(outputs, kept);
    return this.#sealedWhereKnown(shown, plaintextInputs(target));
  }

  /** All but the name of the object, and what the question says itself. */
  async #sealedWhereKnown(outputs: JsonObject, said: ReadonlySet<Json>): Promise<JsonObject> {
    const { id: _, ...values } = outputs;
    return { ...outputs, ...(await sealKnownLeaves(values, this.#secrets.known, said)) };
  }
}
