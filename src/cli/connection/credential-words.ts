import type { CredentialPlaceView } from "../../contract/documents/credentials.ts";

/** Where a credential is found, for people. */
export function credentialSource({ environment, file, clientId }: CredentialPlaceView): string {
  const place = environment === null ? (file ?? "the usual places") : `$${environment}`;
  return clientId === null ? place : `${place} (secret of ${clientId})`;
}
