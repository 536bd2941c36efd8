import type { JsonObject } from "../../packages/base/json/json.ts";
import type { Catalog } from "../definitions/schema/definition.ts";
import { openSecrets, secretPlaces, withOpenedSecrets } from "../definitions/schema/secret-values.ts";
import { unescapeMarkers } from "../definitions/schema/value.ts";
import type { Change, Driver, ListOutcome, ReadOutcome, Target, WriteOutcome } from "../engine/ports/driver.ts";
import type { During } from "../engine/ports/secret-masker.ts";
import type { Secrets, SecretsAtWork } from "../engine/ports/secrets.ts";
import type { Met } from "./call-at-work.ts";
import type { KnownSecrets } from "./known-secrets.ts";
import { rememberedSecrets } from "./remembered-secrets.ts";
import { SealedAnswers } from "./sealed-answers.ts";
import { SealedCalls } from "./sealed-calls.ts";

/** Where nothing below a driver needs to know for which work a call is made. */
const unannounced: During = (_, make) => make();

/** What each method of the driver needs. */
interface SealingParts {
  readonly driver: Driver;
  readonly calls: SealedCalls;
  readonly answers: SealedAnswers;
  readonly texts: KnownSecrets;
  readonly open: Secrets["open"];
}

/**
 * The same driver for one stack, which opens the secrets of a request right before the call and seals what comes back:
 * whoever calls it holds markers only. What it has in the clear is added to `texts`, and masked in what a platform
 * echoes; what the stack has kept is, too.
 */
export function sealingDriver(
  driver: Driver,
  { secrets, keptSecret }: Pick<SecretsAtWork, "secrets" | "keptSecret">,
  texts: KnownSecrets,
  catalog: Catalog,
  during: During = unannounced,
): Driver {
  const remembered = rememberedSecrets(secrets, texts);
  const calls = new SealedCalls(texts, keptSecret, during);
  const answers = new SealedAnswers({ secrets: remembered, keptSecret }, texts, catalog);
  const parts: SealingParts = { driver, calls, answers, texts, open: remembered.open };
  return {
    kind: driver.kind,
    cloudId: (provider) => driver.cloudId(provider),
    collectionOf: (target) => driver.collectionOf(target),
    ...sealingReads(parts),
    ...sealingChanges(parts),
    ...sealingQuestions(parts),
  };
}

function sealingReads({ driver, calls, answers }: SealingParts): Pick<Driver, "read" | "list"> {
  return {
    read: (target, signal) =>
      calls.called(
        target,
        () => driver.read(target, signal),
        (outcome) => answers.read(target, outcome),
        (outcome) => metByRead(target, outcome),
      ),
    list: (target, signal) =>
      calls.called(
        target,
        () => driver.list(target, signal),
        (outcome) => answers.listed(target, outcome),
        (outcome) => metByList(target, outcome),
      ),
  };
}

function metByRead(target: Target, outcome: ReadOutcome): readonly Met[] {
  return [{ target, outputs: outcome.kind === "done" ? outcome.observation.outputs : null }];
}

function metByList(target: Target, outcome: ListOutcome): readonly Met[] {
  if (outcome.kind !== "done") return [];
  return outcome.items.map(({ id, observation: { outputs } }) => ({ target: { ...target, id }, outputs }));
}

type ChangeMethods = Pick<Driver, "write" | "poll" | "operationOf" | "isConditional" | "readsLag">;

function sealingChanges({ driver, calls, answers, texts, open }: SealingParts): ChangeMethods {
  const written = (change: Change, send: (opened: Change) => Promise<WriteOutcome>) =>
    calls.called(
      change.target,
      async () => send(answers.isPlainChange(change) ? change : await openedChange(change, open)),
      (outcome) => answers.written(change, outcome),
    );
  const { operationOf, isConditional, readsLag } = driver;
  return {
    write: (change, signal) => written(change, (opened) => driver.write(opened, signal)),
    poll: (change, operationName, signal) => written(change, (opened) => driver.poll(opened, operationName, signal)),
    // Told by the operation, the version and the type alone.
    ...(isConditional === undefined ? {} : { isConditional }),
    ...(readsLag === undefined ? {} : { readsLag }),
    // Asked by the object's name alone.
    ...(operationOf === undefined
      ? {}
      : {
          operationOf: (change, signal) =>
            calls.called(
              change.target,
              () => operationOf(change, signal),
              (outcome) => texts.maskedOutcome(outcome),
            ),
        }),
  };
}

async function openedChange(change: Change, open: Secrets["open"]): Promise<Change> {
  const { inputs, prior, alongside } = change;
  return {
    ...change,
    inputs: await withOpenedSecrets(inputs, open),
    prior: prior === null ? null : { ...prior, outputs: await openSecrets(prior.outputs, open) },
    ...(alongside === undefined
      ? {}
      : { alongside: await Promise.all(alongside.map((each) => openSecrets(each, open))) }),
  };
}

/** Questions that are about no object of the stack. */
type QuestionMethods = Pick<Driver, "verify" | "lookup" | "discover">;

function sealingQuestions({ driver, calls, answers, texts, open }: SealingParts): QuestionMethods {
  return {
    verify: (provider, signal) =>
      calls.called(
        {},
        () => driver.verify(provider, signal),
        async (mistake) => (mistake === null ? null : texts.maskedOutcome(mistake)),
      ),
    lookup: async (call, signal) => {
      if (secretPlaces(call.arguments).length > 0)
        return { kind: "invalid", detail: "what a look-up asks for is shown: no secret", code: null };
      const asked = { ...call, arguments: unescapeMarkers(call.arguments) as JsonObject };
      return calls.called(
        {},
        () => driver.lookup(asked, signal),
        (outcome) => answers.lookedUp(call, outcome),
      );
    },
    discover: (question, signal) =>
      calls.called(
        { secret: secretPlaces(question.inputs) },
        async () => driver.discover({ ...question, inputs: await withOpenedSecrets(question.inputs, open) }, signal),
        (outcome) => texts.maskedOutcome(outcome),
      ),
  };
}
