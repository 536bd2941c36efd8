/** Where the service finds a credential; null members are not given. Both null: the usual variables and tools of the kind. */
export interface CredentialPlaceView {
  readonly environment: string | null;
  readonly file: string | null;
  readonly clientId: string | null;
}

/** A credential of the service, which is never shown itself: where it is found, and where it may go. */
export interface CredentialView {
  readonly name: string;
  readonly etag: string;
  readonly kind: string;
  /** Null: the vendor's own. */
  readonly origins: readonly string[] | null;
  readonly private: boolean;
  readonly credential: CredentialPlaceView;
  readonly stacks: readonly string[];
  readonly from: "settings" | "api";
  /** Null of one of the settings. */
  readonly at: string | null;
  readonly by: string | null;
}

/** What is left out has its default. */
export interface CredentialWrite {
  readonly kind: string;
  readonly origins?: readonly string[] | null;
  readonly private?: boolean;
  readonly credential?: Partial<CredentialPlaceView> | null;
  readonly stacks?: readonly string[];
}
