/** Where a credential is found. Names and paths only: the credential itself is read when it is needed. */
export type CredentialPlace =
  /** The variables of the vendor's kind, then what the vendor's own tools would find on the machine. */
  | { readonly kind: "usual" }
  /**
   * An environment variable of the process. `clientId`: it holds the secret of that OAuth client, else a bearer token.
   */
  | { readonly kind: "environment"; readonly name: string; readonly clientId: string | null }
  /** A file of the machine, read again for each call. Its text is as above; at Google also a key file in JSON. */
  | { readonly kind: "file"; readonly path: string; readonly clientId: string | null };

/** Which credential goes where, and for whom. */
export interface CredentialBinding {
  /** A provider of the same name in a declaration means this one, where several would do. */
  readonly name: string;
  /** Kind of the providers. */
  readonly kind: string;
  /**
   * Origins that it may go to; null: those of the vendor, and of Databricks the workspace that `DATABRICKS_HOST` names.
   */
  readonly origins: readonly string[] | null;
  /** Those origins may have private addresses; never link-local ones, nor this machine's. */
  readonly mayBePrivate: boolean;
  readonly credential: CredentialPlace;
  /** Names of stacks, in which `*` stands for any text. */
  readonly stacks: readonly string[];
}
