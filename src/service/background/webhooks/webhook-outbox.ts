import { type Exchange, type ExchangeRequest, isOk } from "../../../../packages/base/exchange/exchange.ts";
import { answered } from "../../../../packages/base/exchange/exchange-failed.ts";
import { Fault } from "../../../../packages/base/fault.ts";
import { canonicalJson } from "../../../../packages/base/json/canonical-json.ts";
import type { JsonObject } from "../../../../packages/base/json/json.ts";
import { documentCodec } from "../../../../packages/base/json/plain.ts";
import { concealSecrets } from "../../../definitions/schema/secret-values.ts";
import type { StoredDocument } from "../../../engine/ports/document-store.ts";
import type { LeaseHolder } from "../../../engine/ports/store.ts";
import { originalLineage } from "../../../engine/state/lineage.ts";
import { allDocuments } from "../../access/all-documents.ts";
import type { Deployment } from "../../use-cases/deployment.ts";
import { LivenessTracker } from "../../use-cases/lease/liveness-tracker.ts";
import { secretsOf } from "../../use-cases/stacks/at-stack.ts";
import type { Delivery, Note } from "../events/background-event.ts";
import { stackSettings, type Webhook, type WebhookTopic } from "../stack-settings.ts";
import { fullJitter } from "./full-jitter.ts";
import { TargetLanes } from "./target-lanes.ts";
import { secretBytes, signatureHeaders } from "./webhook-signature.ts";

const collection = "webhook-outbox";

/** More of an answer is not read. */
const mostBytes = 64 * 1024;
/** How long one target may take to answer. */
const timeoutMs = 10_000;
/** A message that another process has begun to send is anybody's again when nothing was heard of it for this long. */
const claimMs = 30_000;
const baseMs = 1_000;
const mostMs = 3_600_000;
/** About a day of attempts; what is not delivered by then is given up. */
const mostAttempts = 50;
/** However many attempts, a message that old is of no use to anybody. */
const keptMs = 3 * 24 * 3_600_000;
/** So many messages wait for one target; of more, those are given up that have been tried most often. */
const mostWaiting = 1_000;

interface Message {
  readonly stack: string;
  /**
   * Of that stack: the webhooks of one that was made anew under its name hear nothing of it. Absent: of an older
   * version.
   */
  readonly lineage?: string;
  readonly webhook: string;
  /** Sent with each attempt, by which receivers know a repetition. */
  readonly id: string;
  readonly body: string;
  readonly attempts: number;
  /** Milliseconds since the epoch. */
  readonly nextAt: number;
  /** Who sends it now. Absent where none does, and in messages of earlier versions: those go by `nextAt` alone. */
  readonly holder?: LeaseHolder | null;
}

const messages = documentCodec<Message>();

/** What came of an attempt. */
interface Posted {
  readonly status: number | null;
  readonly why: string | null;
}

interface OutboxInput {
  readonly deployment: Deployment;
  /** Guards where it leads. Null: nothing is sent from here. */
  readonly exchange: Exchange | null;
  readonly random: () => number;
  readonly note: Note;
  /** Aborted when the process drains. */
  readonly signal: AbortSignal;
}

/** Messages to webhooks, durable until they are delivered: each at least once, signed, retried up to a bound. */
export class WebhookOutbox {
  readonly #input: OutboxInput;
  readonly #lanes = new TargetLanes();
  /** What this process sends now, by the key of its message. */
  readonly #sending = new Map<string, Promise<void>>();
  /** For how long nothing was heard of messages that other processes send. */
  readonly #liveness = new LivenessTracker();

  constructor(input: OutboxInput) {
    this.#input = input;
  }

  /**
   * Puts a message for everybody who wants to hear of the topic. The same `occasion` again is the same message. `of`:
   * the stack as it was then; the webhooks of one that was made anew under its name hear nothing.
   */
  async put(
    of: { readonly stack: string; readonly lineage: string },
    topic: WebhookTopic,
    occasion: string,
    at: string,
    data: JsonObject,
  ): Promise<void> {
    const { deployment } = this.#input;
    const { documentStore, clock } = deployment;
    const { stack } = of;
    const { settings, lineage } = await stackSettings(stack, deployment);
    if (originalLineage(lineage) !== originalLineage(of.lineage)) return;
    for (const { id: webhook, topics } of settings.webhooks) {
      if (!topics.includes(topic)) continue;
      const id = `msg_${occasion}_${webhook}`;
      const now = clock.now();
      const body = canonicalJson({ type: topic, timestamp: at, data: concealSecrets({ stack, ...data }) });
      const message: Message = { stack, lineage, webhook, id, body, attempts: 0, nextAt: now };
      const expiresAt = now + keptMs;
      await documentStore.put(collection, id, messages.write(message), { revision: null, expiresAt });
    }
  }

  /** Begins to send what is due, and waits for no target. */
  async look(): Promise<void> {
    const { exchange } = this.#input;
    if (exchange === null) return;
    const messages = await this.#messages();
    const waiting = Map.groupBy(messages, ({ document }) => targetOf(messageOf(document)));
    for (const [target, ofTarget] of waiting)
      for (const found of ofTarget) if (this.#isDue(found)) this.#begin(target, found, exchange);
    this.#lanes.retain(new Set(waiting.keys()));
    this.#liveness.retain(new Set(messages.map(({ key }) => key)));
    for (const ofTarget of waiting.values()) await this.#boundWaiting(ofTarget);
  }

  /** How many messages are not delivered yet, whichever process has put them. Throws the Faults of the store. */
  async waiting(): Promise<number> {
    return (await this.#messages()).length;
  }

  #messages(): Promise<readonly StoredDocument[]> {
    return allDocuments(this.#input.deployment.documentStore, collection);
  }

  /** Settles when nothing of this process is under way. */
  async settled(): Promise<void> {
    await Promise.all(this.#sending.values());
  }

  #isDue({ key, revision, document }: StoredDocument): boolean {
    const { clock, isDead } = this.#input.deployment;
    const { nextAt, holder = null } = messageOf(document);
    if (holder === null) return nextAt <= clock.now();
    // No clock tells how old a claim is: those of two machines may differ.
    return isDead(holder) || this.#liveness.observe(key, `${revision}`, clock.elapsed()) >= claimMs;
  }

  #begin(target: string, found: StoredDocument, exchange: Exchange): void {
    const { note, signal } = this.#input;
    if (signal.aborted || this.#sending.has(found.key) || !this.#lanes.enter(target)) return;
    const sent = this.#send(found, exchange)
      .catch((cause: unknown) => {
        note({ kind: "look-failed", what: "webhooks", cause });
        return false;
      })
      .then((isTaken) => {
        this.#lanes.leave(target, isTaken);
        this.#sending.delete(found.key);
      });
    this.#sending.set(found.key, sent);
  }

  /** False where the target did not take it. */
  async #send(found: StoredDocument, exchange: Exchange): Promise<boolean> {
    const { deployment, random, note } = this.#input;
    const { documentStore, clock } = deployment;
    const message = messageOf(found.document);
    const { stack, webhook, id } = message;
    const attempts = message.attempts + 1;
    const store = (nextAt: number, revision: number, holder: LeaseHolder | null) => {
      const document = messages.write({ ...message, attempts, nextAt, holder });
      return documentStore.put(collection, id, document, { revision, expiresAt: clock.now() + keptMs });
    };
    const holder = { ...deployment.holder, since: new Date(clock.now()).toISOString() };
    const claimed = await store(clock.now() + claimMs, found.revision, holder);
    // Another process sends it.
    if (claimed.kind === "mismatch") return true;
    const { settings, lineage } = await stackSettings(stack, deployment);
    const isKept = message.lineage === undefined || message.lineage === lineage;
    const target = isKept ? settings.webhooks.find((each) => each.id === webhook) : undefined;
    if (target === undefined) {
      await this.#giveUp(message, "the stack has no such webhook any more");
      return true;
    }
    const { status, why } = await this.#post(message, target, exchange);
    const delivery = { ...named(message), target: originOf(target), attempt: attempts, status };
    if (why === null) {
      await documentStore.remove(collection, id);
      note({ kind: "webhook-sent", ...delivery, nextAttemptAt: null });
      return true;
    }
    const isLast = attempts >= mostAttempts;
    const nextAt = clock.now() + fullJitter(attempts, baseMs, mostMs, random);
    const nextAttemptAt = isLast ? null : new Date(nextAt).toISOString();
    note({ kind: "webhook-failed", ...delivery, why, nextAttemptAt });
    if (isLast) await this.#giveUp({ ...message, attempts }, `${attempts} attempts have failed`, delivery);
    else await store(nextAt, claimed.revision, null);
    return false;
  }

  /** What waits for one target must not grow without end. */
  async #boundWaiting(messages: readonly StoredDocument[]): Promise<void> {
    if (messages.length <= mostWaiting) return;
    const order = messages
      .filter(({ key }) => !this.#sending.has(key))
      .toSorted((a, b) => messageOf(b.document).attempts - messageOf(a.document).attempts || a.revision - b.revision);
    for (const { document, revision } of order.slice(0, messages.length - mostWaiting))
      await this.#giveUp(messageOf(document), "too many messages wait for it", { revision });
  }

  /** With a `revision` only where the message is still as it was then. */
  async #giveUp(
    message: Message,
    why: string,
    { revision, ...known }: Partial<Delivery> & { readonly revision?: number } = {},
  ): Promise<void> {
    const { deployment, note } = this.#input;
    const removed = await deployment.documentStore.remove(
      collection,
      message.id,
      revision === undefined ? {} : { revision },
    );
    if (removed.kind !== "done") return;
    const delivery = { ...named(message), target: null, attempt: message.attempts, status: null, nextAttemptAt: null };
    note({ kind: "webhook-given-up", ...delivery, ...known, why });
  }

  /** What the target answered, and why it did not take the message; null when it did. */
  async #post(message: Message, target: Webhook, exchange: Exchange): Promise<Posted> {
    const { deployment, signal } = this.#input;
    const over = new AbortController();
    const ended = new AbortController();
    void deployment.clock.sleep(timeoutMs, ended.signal).then(
      () => over.abort(),
      () => {},
    );
    try {
      const request = await this.#request(message, target, AbortSignal.any([over.signal, signal]));
      const { response } = await answered(exchange, request);
      const { status } = response;
      return { status, why: isOk(response) ? null : `status ${status}` };
    } catch (cause) {
      const failure = cause instanceof Error ? cause.message : "it failed";
      return { status: null, why: over.signal.aborted ? "no answer in time" : failure };
    } finally {
      ended.abort();
    }
  }

  async #request(
    { id, stack, body }: Message,
    { url, secret }: Webhook,
    signal: AbortSignal,
  ): Promise<ExchangeRequest> {
    const { clock, version } = this.#input.deployment;
    const opened = await secretsOf(stack, this.#input.deployment).open(secret);
    const bytes = typeof opened === "string" ? secretBytes(opened) : null;
    if (bytes === null) throw new Fault("secrets-unreadable", "the secret of the webhook can't be read");
    const headers = {
      ...signatureHeaders(id, clock.now(), body, bytes),
      "content-type": "application/json",
      "user-agent": `plumbline/${version}`,
    };
    // Of what is answered nothing is wanted but the status.
    return { method: "POST", url, headers, body, signal, mostBytes };
  }
}

function messageOf(document: JsonObject): Message {
  return messages.read(document);
}

/** What a message is, for the log. */
function named({ stack, webhook, id, body }: Message): Pick<Delivery, "stack" | "webhook" | "messageId" | "event"> {
  const { type } = JSON.parse(body) as { readonly type?: unknown };
  return { stack, webhook, messageId: id, event: String(type) };
}

/** The part of an address that is no secret: the way and the query often are the receiver's password. */
function originOf({ url }: Webhook): string | null {
  return URL.parse(url)?.origin ?? null;
}

/** Webhooks of two stacks are two targets, wherever they lead. */
function targetOf({ stack, webhook }: Message): string {
  return JSON.stringify([stack, webhook]);
}
