/** Whether a secret may go there: over TLS, or to this machine. */
export function isSafeAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
}

/** Whether a host, as it stands in an address or by itself, is this machine and nothing else. */
export function isLoopback(host: string): boolean {
  return ["localhost", "[::1]", "::1"].includes(host) || /^127(\.\d{1,3}){3}$/.test(host);
}
