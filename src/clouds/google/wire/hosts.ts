/** Default origins of the three APIs and the authority names that error details carry. */
export const googleHosts = {
  iam: "https://iam.googleapis.com",
  connectors: "https://connectors.googleapis.com",
  compute: "https://compute.googleapis.com",
} as const;

export type GoogleApi = keyof typeof googleHosts;

/** Domain of an API in `ErrorInfo`, e.g. `iam.googleapis.com`. */
export function serviceName(api: GoogleApi): string {
  return `${api}.googleapis.com`;
}
