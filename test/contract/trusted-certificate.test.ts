import { createServer, get } from "node:https";
import type { AddressInfo } from "node:net";
import { getCACertificates } from "node:tls";
import { expect, test } from "vitest";
import { selfSignedCertificate } from "./self-signed-certificate.ts";
import { trustCertificate } from "./trusted-certificate.ts";

/** What became of a request to a server with a certificate: a status, or the code of an error. */
async function answer({ key, certificate }: ReturnType<typeof selfSignedCertificate>): Promise<number | string> {
  const server = createServer({ key, cert: certificate }, (_, outgoing) => outgoing.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { promise, resolve } = Promise.withResolvers<number | string>();
  get({ host: "127.0.0.1", port, agent: false }, (incoming) => resolve(incoming.resume().statusCode ?? 0)).on(
    "error",
    (error) => resolve("code" in error ? String(error.code) : error.message),
  );
  const what = await promise;
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  return what;
}

test("each certificate is trusted until it is taken back, whatever is trusted beside it", async () => {
  const before = getCACertificates("default").length;
  const made = Array.from({ length: 8 }, () => {
    const certificate = selfSignedCertificate();
    return { certificate, takeBack: trustCertificate(certificate.certificate) };
  });
  for (const { certificate } of made) expect(await answer(certificate)).toBe(200);
  const [first, ...others] = made;
  first?.takeBack();
  expect(await answer(first?.certificate ?? selfSignedCertificate())).toBe("DEPTH_ZERO_SELF_SIGNED_CERT");
  for (const { certificate } of others) expect(await answer(certificate)).toBe(200);
  for (const { takeBack } of others) takeBack();
  expect(getCACertificates("default")).toHaveLength(before);
});
