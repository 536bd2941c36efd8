import { err, ok, type Result } from "../../../packages/base/result.ts";
import { isSafeAddress } from "../login/safe-address.ts";

/** The origin that was typed, which credentials could go to; else why none can. */
export function namedOrigin(text: string): Result<string, string> {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:"))
    return err(`${JSON.stringify(text)} is not an origin; give one like https://workspace.example.`);
  if (url.username !== "" || url.password !== "") return err("An origin has no user name and no password.");
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "")
    return err(`An origin has no path; give ${url.origin}.`);
  if (!isSafeAddress(url.origin)) return err(`${url.origin} is not encrypted: credentials go over https only.`);
  return ok(url.origin);
}
