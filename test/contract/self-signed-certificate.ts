import { generateKeyPairSync, randomUUID, sign } from "node:crypto";

export interface Certificate {
  readonly key: string;
  readonly certificate: string;
}

/** Distinguished encoding rules (X.690): tag, length, content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = Buffer.from(body.length.toString(16).padStart(4, "0"), "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 + length.length]), length, body]);
}

const sequence = (...content: readonly Uint8Array[]) => der(0x30, ...content);
const hex = (text: string) => Buffer.from(text, "hex");
const oid = (encoded: string) => der(0x06, hex(encoded));
const ecdsaWithSha256 = sequence(oid("2a8648ce3d040302"));
const commonName = oid("550403");
const subjectAltName = oid("551d11");
const basicConstraints = oid("551d13");
const isTrue = der(0x01, hex("ff"));

/**
 * A certificate for this machine's loopback address, `localhost` and more names, signed with its own fresh key (RFC
 * 5280). Its subject is its own as well: of several trusted ones of one subject, OpenSSL holds a server's against the
 * first alone.
 */
export function selfSignedCertificate(...more: readonly string[]): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(randomUUID())))));
  const validity = sequence(der(0x17, Buffer.from("250101000000Z")), der(0x17, Buffer.from("491231235959Z")));
  const hosts = ["localhost", ...more].map((each) => der(0x82, Buffer.from(each)));
  const names = sequence(...hosts, der(0x87, hex("7f000001")));
  const extensions = sequence(
    sequence(subjectAltName, der(0x04, names)),
    sequence(basicConstraints, isTrue, der(0x04, sequence(isTrue))),
  );
  const body = sequence(
    der(0xa0, der(0x02, hex("02"))),
    der(0x02, hex("01")),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, extensions),
  );
  const signature = der(0x03, hex("00"), sign("sha256", body, privateKey));
  const encoded = sequence(body, ecdsaWithSha256, signature).toString("base64");
  const lines = encoded.match(/.{1,64}/g)?.join("\n") ?? "";
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
