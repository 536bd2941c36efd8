import { Fault } from "../../base/fault.ts";
import type { Register } from "../../engine/ports/register.ts";
import type { SealedRows } from "../../engine/ports/secrets.ts";
import type { Store } from "../../engine/ports/store.ts";
import type { StoreCounts, StoreDoctor, StoreExamination } from "../../engine/ports/store-doctor.ts";
import type { Connection } from "./connection.ts";
import { Damaged } from "./store-faults.ts";

const file = "the PostgreSQL database of PLUMB_STORE";

const counts = `
  SELECT (SELECT count(*) FROM plumbline.stack) AS stacks, (SELECT count(*) FROM plumbline.record) AS records,
    (SELECT count(*) FROM plumbline.intent) AS "openIntents", (SELECT count(*) FROM plumbline.claim) AS claims,
    (SELECT count(*) FROM plumbline.journal) AS "journalEntries", (SELECT count(*) FROM plumbline.plan) AS plans,
    (SELECT count(*) FROM plumbline.sealed) AS "sealedValues"
`;

type Examined = Store & { readonly register: Register; readonly sealed: SealedRows };

/** How many entries of a log are read at once. */
const page = 1000;

/** Reads all of a PostgresStore and says what is damaged. The way back is a backup of the database: it repairs nothing. */
export class PostgresDoctor implements StoreDoctor {
  readonly #connection: Connection;
  readonly #store: Examined;

  constructor(connection: Connection, store: Examined) {
    this.#connection = connection;
    this.#store = store;
  }

  readonly examine = async (): Promise<StoreExamination> => {
    const damage: string[] = [];
    const attempt = async (look: () => Promise<unknown>) => {
      try {
        await look();
      } catch (cause) {
        if (!(cause instanceof Damaged)) throw cause;
        damage.push(cause.what);
      }
    };
    const names = async (sql: string) => (await this.#connection.asking(sql)).map(({ name }) => String(name));
    const { register, sealed } = this.#store;
    for (const stack of await names("SELECT name FROM plumbline.stack ORDER BY name")) {
      await attempt(() => this.#store.readStack(stack));
      await attempt(() => this.#store.readJournal(stack));
      await attempt(() => this.#store.listPlans(stack));
    }
    for (const name of await names("SELECT name FROM plumbline.collection ORDER BY name")) {
      await attempt(() => register.list(name, { limit: Number.MAX_SAFE_INTEGER }));
    }
    for (const name of await names("SELECT name FROM plumbline.log ORDER BY name")) {
      await attempt(async () => {
        const length = await register.logLength(name);
        for (let after = 0; after < length; after += page) await register.readLog(name, after, page);
      });
    }
    await attempt(() => sealed.readKeys());
    for (const id of await names("SELECT id AS name FROM plumbline.sealed ORDER BY id")) {
      await attempt(() => sealed.get(id));
    }
    const found = await this.#counts();
    if (damage.length === 0) return { kind: "whole", file, counts: found };
    return { kind: "damaged", file, damage, recovery: { counts: found, lost: ["What is damaged: restore a backup."] } };
  };

  readonly repair = async (): Promise<null> => {
    const found = await this.examine();
    if (found.kind !== "damaged") return null;
    throw new Fault("store-damaged", `${file} is not repaired from here: restore it from a backup`);
  };

  async #counts(): Promise<StoreCounts> {
    const [row] = await this.#connection.asking(counts);
    const of = (name: keyof StoreCounts) => Number(row?.[name] ?? 0);
    return {
      stacks: of("stacks"),
      records: of("records"),
      openIntents: of("openIntents"),
      claims: of("claims"),
      journalEntries: of("journalEntries"),
      plans: of("plans"),
      sealedValues: of("sealedValues"),
    };
  }
}
