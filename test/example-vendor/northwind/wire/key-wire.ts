/** Paths on the vendor's host, without leading slash. */
export const keyPaths = {
  /** POST, GET with `?name=`. */
  collection: "northwind/v1/keys",
  /** GET, PATCH. */
  item: "northwind/v1/keys/{keyId}",
  /** POST: deletes a key that is retired. */
  purge: "northwind/v1/keys/{keyId}:purge",
} as const;

/** The vendor's own host. */
export const northwindOrigin = "https://keys.northwind.example";

/** A key as the vendor shows it. */
export type KeyDocument = {
  /** Chosen by the server. */
  readonly keyId: string;
  readonly name: string;
  readonly location: string | null;
  readonly note: string | null;
  /** Marked: it signs nothing any more, and may be purged. */
  readonly retired: boolean;
  /** What is signed with. */
  readonly material: string;
  readonly createTime: string;
};

/** What of a key its list shows. */
export type ListedKey = Pick<KeyDocument, "keyId" | "name" | "location">;

/** How long a list lags behind writes, in milliseconds. */
export const listLagMs = 1_500;
