import { tallied } from "../../rows/checksum.ts";
import { type CollectionRow, wholeCollection, wholeDocument } from "../../rows/document-rows.ts";
import type { Connection } from "../connection/connection.ts";
import type { Statements } from "../connection/statements.ts";

/**
 * Tells a document that is not there from one that is lost: by reading its whole collection, once for each revision of
 * it, and not again for what this process itself writes to it.
 */
export class CollectionProof {
  readonly #connection: Connection;
  /** The revision at which all documents of a collection matched its head. */
  readonly #proved = new Map<string, number>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The head of a collection; undefined when it has no documents. Throws Fault when it disagrees with them. */
  head(statements: Statements, collection: string): CollectionRow | undefined {
    const row = statements.get("SELECT * FROM collection WHERE name = ?", collection);
    if (row !== undefined) return wholeCollection(row) ?? this.#refuse(`the head of \`${collection}\``);
    const document = statements.get("SELECT 1 FROM document WHERE collection = ? LIMIT 1", collection);
    return document === undefined ? undefined : this.#refuse(`the head of \`${collection}\` is missing`);
  }

  /** Throws Fault when documents of the collection are missing, old or too many. */
  prove(statements: Statements, collection: string): void {
    const head = this.head(statements, collection);
    if (head === undefined || this.#proved.get(collection) === head.revision) return;
    let tally = 0;
    for (const row of statements.all("SELECT * FROM document WHERE collection = ?", collection)) {
      const document = wholeDocument(row) ?? this.#refuse(`the document ${String(row["key"])} of \`${collection}\``);
      tally = tallied(tally, document.sum, 0);
    }
    if (tally !== head.tally) this.#refuse(`documents of \`${collection}\` are missing, old or too many`);
    this.#proved.set(collection, head.revision);
  }

  /** We ourselves have just brought a collection from one revision to another; undefined: it has no documents. */
  moved(collection: string, from: number | undefined, to: number | undefined): void {
    const isProved = from === undefined || this.#proved.get(collection) === from;
    if (isProved && to !== undefined) this.#proved.set(collection, to);
    else this.#proved.delete(collection);
  }

  #refuse(what: string): never {
    throw this.#connection.damaged(what);
  }
}
