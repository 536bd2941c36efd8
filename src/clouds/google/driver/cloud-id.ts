import type { ProviderInstance } from "../../../engine/ports/driver.ts";
import { addressFields, googleApis, universeOf } from "../wire/hosts.ts";

/**
 * The cloud behind an instance: the origin of its `baseUrl`, else its universe. An API with an address of its own is part of that
 * cloud where the address is one of the universe's (`iam-acme.p.googleapis.com`, a private endpoint); any other one may lead to
 * other objects, so it is named besides.
 */
export function cloudId({ config }: ProviderInstance): string {
  const universe = universeOf(config);
  const whole = textOf(config["baseUrl"]);
  const home = whole === undefined ? `https://${universe}` : originOf(whole);
  const elsewhere = googleApis.flatMap((api) => {
    const own = textOf(config[addressFields[api]]);
    if (own === undefined) return [];
    const origin = originOf(own);
    const isSame = origin === home || (whole === undefined && isOfUniverse(origin, universe));
    return isSame ? [] : [`${api}=${origin}`];
  });
  return [home, ...elsewhere].join(" ");
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A text that is no URL is refused at the first call; until then it names itself. */
function originOf(text: string): string {
  return URL.parse(text)?.origin ?? text;
}

function isOfUniverse(origin: string, universe: string): boolean {
  const host = URL.parse(origin)?.hostname ?? "";
  return host.endsWith(`.${universe}`) && origin.startsWith("https:");
}
