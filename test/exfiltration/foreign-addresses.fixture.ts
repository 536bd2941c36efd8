/** Addresses that are not the vendor's, though some look like it; each made of an origin of the vendor's own. */
export const foreign: Readonly<Record<string, (home: string) => string>> = {
  "another host": () => "https://evil.example",
  "plain http at the vendor's name": (home) => home.replace("https:", "http:"),
  "plain http": () => "http://evil.example",
  "another port": (home) => `${home}:8443`,
  "the vendor's name as user name": (home) => `${home}@evil.example`,
  "a user name at the vendor's": (home) => home.replace("https://", "https://ada:secret@"),
  "a trailing dot": (home) => `${home}.`,
  "a letter of another script": (home) => home.replace(/a/g, "\u0430"),
  "the vendor's name in upper case as a subdomain": (home) =>
    `https://${new URL(home).host.toUpperCase()}.EVIL.EXAMPLE`,
};
