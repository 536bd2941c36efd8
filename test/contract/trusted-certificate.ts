import { getCACertificates, setDefaultCACertificates } from "node:tls";

/** What this thread trusts by itself, and the certificates that tests have it trust now. */
const ownAuthorities = getCACertificates("default");
const trusted = new Set<string>();

/**
 * Has this thread trust a certificate until the function that it gives is called. Tests that wait at the same time may
 * end in any order: each takes its own certificate back, and no other's.
 */
export function trustCertificate(certificate: string): () => void {
  const apply = () => setDefaultCACertificates([...ownAuthorities, ...trusted]);
  trusted.add(certificate);
  apply();
  return () => {
    trusted.delete(certificate);
    apply();
  };
}
