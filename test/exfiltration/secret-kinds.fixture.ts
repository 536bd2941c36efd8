import { createHmac, generateKeyPairSync, randomBytes } from "node:crypto";

/** A fresh secret of each kind, in the form in which it is really given. Nobody has issued any of them. */
export function freshSecrets(): Readonly<Record<string, string>> {
  const text = (bytes: number) => randomBytes(bytes).toString("base64url");
  const key = randomBytes(64).toString("base64");
  const signature = encodeURIComponent(createHmac("sha256", key).update("x").digest("base64"));
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return {
    pem: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    jwt: `${part({ alg: "RS256", kid: text(9) })}.${part({ sub: text(12), exp: 1_900_000_000 })}.${text(64)}`,
    sas: `sv=2022-11-02&ss=b&srt=sco&sp=rwdlacx&se=2027-01-01T00:00:00Z&spr=https&sig=${signature}`,
    storageKey: `DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${key};EndpointSuffix=core.windows.net`,
    googleClientSecret: `GOCSPX-${text(21)}`,
    googleAccessToken: `ya29.${text(60)}`,
    googleRefreshToken: `1//0g${text(48)}`,
    databricksToken: `dapi${randomBytes(16).toString("hex")}`,
    databricksSecret: `dose${randomBytes(16).toString("hex")}`,
    entraSecret: `${text(2).slice(0, 3)}8Q~${text(26)}`,
    basic: `Basic ${Buffer.from(`robot:${text(15)}`).toString("base64")}`,
    addressWithPassword: `https://robot:${text(15)}@vendor.example/path`,
    password: `pw-${text(12)}!`,
    pin: String(randomBytes(6).readUIntBE(0, 6) + 10_000_000_000),
  };
}

/** A secret as it may hide in a text: as it is, encoded, and within another document. */
export function disguises(secret: string): Readonly<Record<string, string>> {
  const bytes = Buffer.from(`{"value":${JSON.stringify(secret)}}`);
  return {
    plain: secret,
    escaped: encodeURIComponent(secret),
    twiceEscaped: encodeURIComponent(encodeURIComponent(secret)),
    base64: Buffer.from(secret).toString("base64"),
    base64url: bytes.toString("base64url"),
    hex: bytes.toString("hex"),
    json: JSON.stringify({ password: secret, inner: JSON.stringify({ token: secret }) }),
    header: `Authorization: Bearer ${secret}`,
  };
}

const window = 9;
const ofDisguises = new RegExp(
  "authorization|password|DefaultEndpointsProtocol|EndpointSuffix|AccountName|AccountKey|inner|token|value|bearer|" +
    "basic|vendor\\.example|PRIVATE KEY",
  "gi",
);

/** Pieces of a secret, and of what it looks like when it is disguised: none of them may be found. All in lower case. */
export function needlesOf(secret: string): readonly string[] {
  const needles = new Set<string>();
  // What the disguise itself brings is no part of the secret.
  for (const text of Object.values(disguises(secret)))
    for (const [run] of text.replace(ofDisguises, " ").matchAll(/[A-Za-z0-9]{9,}/g))
      for (let at = 0; at + window <= run.length; at += 3) needles.add(run.slice(at, at + window).toLowerCase());
  return [...needles];
}
