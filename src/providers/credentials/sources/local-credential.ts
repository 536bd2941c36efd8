/** How a credential begins that a local cloud issued: `local:NAME`, and secrets that were seeded so. */
const mark = "local:";

/**
 * Whether a local cloud issued it. It goes to a local cloud and never to a vendor; whatever else goes to a vendor and
 * never to a local cloud.
 */
export function isOfLocalCloud(credential: string): boolean {
  return credential.startsWith(mark);
}

/** What a local cloud takes for one of its principals. It is no secret. */
export function localToken(principal: unknown): string {
  return `${mark}${typeof principal === "string" ? principal : "admin@local.example"}`;
}
