/** Fields of a request that prove who asks, beside `authorization`. Source: the vendors' own libraries. */
const secretFields: readonly string[] = [
  "authorization",
  "proxy-authorization",
  "x-ms-authorization-auxiliary",
  "x-identity-header",
  "secret",
  "x-aws-ec2-metadata-token",
  "x-goog-api-key",
  "cookie",
];

/** Fields of a form that do (RFC 6749, 7521, 7523, 8628, 8693). */
const secretParameters: readonly string[] = [
  "client_secret",
  "client_assertion",
  "assertion",
  "refresh_token",
  "subject_token",
  "actor_token",
  "access_token",
  "id_token",
  "token",
  "code",
  "device_code",
  "password",
];

/** What is shorter proves nothing, and stands in many texts. */
const leastLength = 8;

/** What a request is made of, as far as it may prove who asks. */
interface Carrying {
  readonly headers: Iterable<readonly [name: string, value: string]>;
  /** The body, where it is a form; else empty. */
  readonly form: string;
}

/**
 * The secrets by which a request proves who asks, each as it is by itself: without its scheme, and both halves of
 * Basic's.
 */
export function secretsCarriedBy({ headers, form }: Carrying): readonly string[] {
  const found: string[] = [];
  for (const [name, value] of headers) if (secretFields.includes(name.toLowerCase())) found.push(...secretsOf(value));
  for (const [name, value] of new URLSearchParams(form)) if (secretParameters.includes(name)) found.push(value);
  return [...new Set(found.flatMap(withDecoded))].filter((each) => each.length >= leastLength);
}

/** Of one field: what comes after its scheme, and of Basic what that stands for. */
function secretsOf(value: string): readonly string[] {
  const [, scheme, proof = ""] = /^([A-Za-z0-9-]+) +(.*)$/.exec(value) ?? [undefined, "", value];
  if (scheme?.toLowerCase() !== "basic") return [proof];
  const pair = Buffer.from(proof, "base64").toString("utf8");
  // The name before the colon is no secret.
  return [proof, pair.slice(pair.indexOf(":") + 1)];
}

/** A text, and what it is where it was encoded for a form or a URL. */
function withDecoded(text: string): readonly string[] {
  try {
    return [text, decodeURIComponent(text.replaceAll("+", " "))];
  } catch {
    return [text];
  }
}
