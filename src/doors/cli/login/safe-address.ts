/** Whether a secret may go there: over TLS, or to this machine. */
export function isSafeAddress(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  if (url.protocol === "https:") return true;
  const isLoopback =
    url.hostname === "localhost" || url.hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(url.hostname);
  return url.protocol === "http:" && isLoopback;
}
