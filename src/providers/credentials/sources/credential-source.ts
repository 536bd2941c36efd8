/** The headers that authenticate one request to this URL. Throws NotSent when there are none to be had. */
export type CredentialSource = (url: string) => Promise<Readonly<Record<string, string>>>;

export function bearerHeader(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` };
}
