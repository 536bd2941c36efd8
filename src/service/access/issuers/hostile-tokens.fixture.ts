import { createHmac, createSign, KeyObject, randomBytes } from "node:crypto";
import { CompactEncrypt, type CryptoKey, exportSPKI, generateSecret, importJWK, UnsecuredJWT } from "jose";
import type { DocumentStore } from "../../../engine/ports/document-store.ts";
import { type TestAccess, testAccess } from "../access.fixture.ts";
import { localOwner } from "../local-owner.ts";
import { mintToken } from "../tokens/api-token.ts";
import { tokenCollection } from "../tokens/token-record.ts";
import { audience, goodClaims, issuerUrl, type SigningKey, signed, signingKey, trusted } from "./issuer.fixture.ts";

export const now = Date.parse("2026-01-01T00:00:00Z");
const seconds = now / 1000;

let world: TestAccess;
let key: SigningKey;
let rsa: SigningKey;
let stranger: SigningKey;
let encryption: SigningKey;
let good: string;
let apiToken: string;

/** Tokens that are good, and whoever lets them in. The hostile ones are made of these, and so after them. */
export async function goodTokens(documentStore?: DocumentStore) {
  [key, rsa, stranger, encryption] = await Promise.all([
    signingKey("k1"),
    signingKey("k2", "RS256"),
    signingKey("k1"),
    signingKey("k3"),
  ]);
  const keys = [key.publicJwk, rsa.publicJwk, { ...encryption.publicJwk, use: "enc" }];
  world = await testAccess({
    issuers: [trusted({ jwks: { keys } })],
    ...(documentStore === undefined ? {} : { documentStore }),
  });
  good = await signed(key, goodClaims(seconds));
  apiToken = await world.tokenWith("reader");
  return { world, good, apiToken, ofAnotherKey: await signed(rsa, goodClaims(seconds)) };
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const at = (index: number) => good.split(".")[index] ?? "";
const withClaims = (claims: Readonly<Record<string, unknown>>) => () =>
  signed(key, { ...goodClaims(seconds), ...claims });
const withHeader = (header: Readonly<Record<string, unknown>>) => () => signed(key, goodClaims(seconds), header);

/** Signed with the public key as if it were a shared secret. */
async function confused(): Promise<string> {
  const secret = await exportSPKI((await importJWK(rsa.publicJwk, "RS256", { extractable: true })) as CryptoKey);
  const content = `${part({ alg: "HS256", kid: "k2", typ: "at+jwt" })}.${part(goodClaims(seconds))}`;
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
}

/** ES256 with both halves of the signature zero, which some verifiers once took for any message. */
const psychic = () => `${at(0)}.${at(1)}.${Buffer.alloc(64).toString("base64url")}`;

/** A signature in DER, as other protocols have it. */
function derSignature(): string {
  return `${at(0)}.${at(1)}.${createSign("sha256")
    .update(`${at(0)}.${at(1)}`)
    .sign(KeyObject.from(key.privateKey), "base64url")}`;
}

async function encrypted(): Promise<string> {
  const secret = await generateSecret("A256GCM", { extractable: true });
  return new CompactEncrypt(Buffer.from(good)).setProtectedHeader({ alg: "dir", enc: "A256GCM" }).encrypt(secret);
}

/** A token that was good until something was done to its record. */
async function spent(change: "revoked" | "expired" | "damaged"): Promise<string> {
  const { token, view } = await world.access.createToken(
    { name: "ci", role: "admin", stacks: null, expiresInDays: 1, machine: true },
    localOwner,
  );
  if (change === "revoked") await world.access.revokeToken(view.id, localOwner);
  const kept = await world.documentStore.get(tokenCollection, view.id);
  if (change === "expired")
    await world.documentStore.put(tokenCollection, view.id, {
      ...kept?.document,
      expiresAt: new Date(now).toISOString(),
    });
  if (change === "damaged")
    await world.documentStore.put(tokenCollection, view.id, { ...kept?.document, scope: "all" });
  return token;
}

/** What is brought, why it is refused (for the log), and how it is made. */
export const hostile: readonly (readonly [string, string, () => string | Promise<string>])[] = [
  // Signatures
  ["unsecured: alg none", "no compact JWS", () => new UnsecuredJWT(goodClaims(seconds)).encode()],
  [
    "alg none with another case, and a type",
    "an algorithm that is not allowed",
    () => `${part({ alg: "nOnE", typ: "at+jwt" })}.${at(1)}.${at(2)}`,
  ],
  [
    "alg none over a good signature",
    "an algorithm that is not allowed",
    () => `${part({ alg: "none", kid: "k1", typ: "at+jwt" })}.${at(1)}.${at(2)}`,
  ],
  ["the signature is left out", "no compact JWS", () => `${at(0)}.${at(1)}.`],
  [
    "one bit of the signature",
    "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
    () => `${at(0)}.${at(1)}.${at(2).startsWith("A") ? "B" : "A"}${at(2).slice(1)}`,
  ],
  [
    "the payload is another's",
    "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
    () => `${at(0)}.${part(goodClaims(seconds, { sub: "root" }))}.${at(2)}`,
  ],
  ["a signature of zeros", "ERR_JWS_SIGNATURE_VERIFICATION_FAILED", psychic],
  ["a signature in DER", "ERR_JWS_SIGNATURE_VERIFICATION_FAILED", derSignature],
  ["HMAC with the public key as secret", "an algorithm that is not allowed", confused],
  [
    "signed by a stranger under our key's id",
    "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
    () => signed(stranger, goodClaims(seconds)),
  ],
  [
    "signed with a key that is for encryption",
    "ERR_JWKS_NO_MATCHING_KEY",
    () => signed(encryption, goodClaims(seconds)),
  ],
  ["an algorithm of another key", "ERR_JWKS_NO_MATCHING_KEY", withHeader({ kid: "k2" })],
  [
    "an algorithm that is not allowed",
    "an algorithm that is not allowed",
    async () => signed(await signingKey("k1", "ES384"), goodClaims(seconds)),
  ],
  // Headers that bring a key, or change what is signed
  ["a key in the header", "header jwk", () => signed(stranger, goodClaims(seconds), { jwk: stranger.publicJwk })],
  ["an address of keys in the header", "header jku", withHeader({ jku: "https://evil.test/keys" })],
  ["an address of certificates", "header x5u", withHeader({ x5u: "https://evil.test/chain" })],
  ["a certificate in the header", "header x5c", withHeader({ x5c: ["MIIB"] })],
  [
    "a critical extension",
    "header crit",
    () => `${part({ alg: "ES256", kid: "k1", typ: "at+jwt", crit: ["exp"], exp: 1 })}.${at(1)}.${at(2)}`,
  ],
  [
    "an unencoded payload",
    "header b64",
    () => `${part({ alg: "ES256", kid: "k1", typ: "at+jwt", b64: false })}.${at(1)}.${at(2)}`,
  ],
  ["a key id that is unknown", "ERR_JWKS_NO_MATCHING_KEY", withHeader({ kid: "k9" })],
  ["a key id that walks", "ERR_JWKS_NO_MATCHING_KEY", withHeader({ kid: "../../../../dev/null" })],
  ["a key id that asks a database", "ERR_JWKS_NO_MATCHING_KEY", withHeader({ kid: "k1' UNION SELECT 'x" })],
  [
    "a key id that is a list",
    "a key id that is none",
    () => `${part({ alg: "ES256", kid: ["k1"], typ: "at+jwt" })}.${at(1)}.${at(2)}`,
  ],
  // Another kind of token
  ["an ID token by its type", "not an access token", withHeader({ typ: "JWT" })],
  ["no type at all", "no type", withHeader({ typ: undefined })],
  ["a logout token", "not an access token", withHeader({ typ: "logout+jwt" })],
  ["an ID token that says it is an access token", "claim nonce", withClaims({ nonce: "n-1" })],
  ["a security event", "claim events", withClaims({ events: {} })],
  ["bound to a key that nobody asks for", "claim cnf", withClaims({ cnf: { jkt: "x" } })],
  ["encrypted", "no compact JWS", encrypted],
  // Claims
  ["another issuer", "an issuer that is not trusted", withClaims({ iss: "https://evil.test" })],
  ["an issuer with a slash more", "an issuer that is not trusted", withClaims({ iss: `${issuerUrl}/` })],
  ["a list of issuers", "an issuer that is not trusted", withClaims({ iss: [issuerUrl] })],
  ["another audience", "ERR_JWT_CLAIM_VALIDATION_FAILED", withClaims({ aud: "https://other.test" })],
  ["no audience", "ERR_JWT_CLAIM_VALIDATION_FAILED", withClaims({ aud: undefined })],
  ["an audience that only begins so", "ERR_JWT_CLAIM_VALIDATION_FAILED", withClaims({ aud: `${audience}.evil.test` })],
  ["expired", "ERR_JWT_EXPIRED", withClaims({ iat: seconds - 700, exp: seconds - 31 })],
  ["never expires", "ERR_JWT_CLAIM_VALIDATION_FAILED", withClaims({ exp: undefined })],
  ["expires in a hundred years", "made to last too long", withClaims({ exp: seconds + 3_155_760_000 })],
  ["an expiry that is text", "ERR_JWT_CLAIM_VALIDATION_FAILED", withClaims({ exp: "9999999999" })],
  ["not yet valid", "ERR_JWT_CLAIM_VALIDATION_FAILED", withClaims({ nbf: seconds + 31 })],
  ["issued in the future", "issued in the future", withClaims({ iat: seconds + 31 })],
  ["no time of issue", "ERR_JWT_CLAIM_VALIDATION_FAILED", withClaims({ iat: undefined })],
  ["no subject", "ERR_JWT_CLAIM_VALIDATION_FAILED", withClaims({ sub: undefined })],
  ["an empty subject", "the subject is no plain text", withClaims({ sub: "" })],
  ["a subject with a line break", "the subject is no plain text", withClaims({ sub: "ann\nadmin" })],
  // Texts
  ["longer than any token", "longer than any token", () => `${at(0)}.${"A".repeat(20_000)}.${at(2)}`],
  [
    "header that is no JSON",
    "header or payload is no JSON object",
    () => `${Buffer.from("{alg:ES256}").toString("base64url")}.${at(1)}.${at(2)}`,
  ],
  [
    "a header of brackets without end",
    "header or payload is no JSON object",
    () => `${Buffer.from("[".repeat(6000)).toString("base64url")}.${at(1)}.${at(2)}`,
  ],
  ["four parts", "no compact JWS", () => `${good}.${at(2)}`],
  ["only dots", "no compact JWS", () => ".."],
  ["the alphabet of plain base64", "no compact JWS", () => good.replace(".", "+.")],
  // API tokens
  ["an API token with another secret", "a wrong secret for token 000000000001", () => mintToken(apiToken.slice(6, 18))],
  ["an API token of an id that does not exist", "there is no token zzzzzzzzzzzz", () => mintToken("zzzzzzzzzzzz")],
  [
    "an API token with a wrong checksum",
    "no API token of ours",
    () => `${apiToken.slice(0, -1)}${apiToken.endsWith("0") ? "1" : "0"}`,
  ],
  ["an API token without its secret", "no API token of ours", () => apiToken.slice(0, 19)],
  [
    "an API token whose id is a path",
    "no API token of ours",
    () => `plumb_../../../../_${randomBytes(24).toString("hex")}0`,
  ],
  ["a revoked API token", "token 000000000002 is revoked", () => spent("revoked")],
  ["an expired API token", "token 000000000003 is expired", () => spent("expired")],
  ["an API token whose record is damaged", "there is no token 000000000004", () => spent("damaged")],
];
