const refusals: Readonly<Record<string, string>> = {
  access_denied: "it was declined",
  expired_token: "the code was not entered in time",
};

/** What an issuer's code says to people. */
export function refusal(code: string): string {
  return refusals[code] ?? code;
}
