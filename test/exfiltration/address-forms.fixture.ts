import { foreign } from "./foreign-addresses.fixture.ts";

/** The ways in which an address is written that the table has a column for. */
export const forms = ["http", "https", "port", "userinfo", "trailing dot", "IDN", "upper case"] as const;
export type Form = (typeof forms)[number];

const named: Readonly<Record<Form, readonly (keyof typeof foreign)[]>> = {
  http: ["plain http at the vendor's name", "plain http"],
  https: ["another host"],
  port: ["another port"],
  userinfo: ["the vendor's name as user name", "a user name at the vendor's"],
  "trailing dot": ["a trailing dot"],
  IDN: ["a letter of another script"],
  "upper case": ["the vendor's name in upper case as a subdomain"],
};

/** Addresses of a form that are not the vendor's, made of an origin of the vendor's own. */
export function foreignIn(form: Form, home: string): readonly string[] {
  return named[form].map((name) => foreign[name]?.(home) ?? "");
}

/** One address in a form, which is its own place and looks like no other: for what is not a vendor's. */
export function ownIn(form: Form, host: string): string {
  switch (form) {
    case "http":
      return `http://${host}`;
    case "https":
      return `https://${host}`;
    case "port":
      return `https://${host}:8443`;
    case "userinfo":
      return `https://ada:secret@${host}`;
    case "trailing dot":
      return `https://${host}.`;
    case "IDN":
      return `https://${host.replace("a", "\u0430")}`;
    case "upper case":
      return `https://${host.toUpperCase()}`;
  }
}
