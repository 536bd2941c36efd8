import { expect, test } from "vitest";
import { runFake } from "../cli-context.fixture.ts";

test.each(["0.0.0.0", "::", "192.0.2.1", "plumb.example"])(
  "serve --host %s without TLS is refused before anything is opened",
  async (host) => {
    const { code, stderr } = await runFake(`serve --host ${host}`, {});
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`${RegExp.escape(host)} .*--tls-cert .*--tls-key`));
  },
);

test("a certificate without its key is refused", async () => {
  const { code, stderr } = await runFake("serve --tls-cert cert.pem", {});
  expect(code).toBe(2);
  expect(stderr).toMatch(/--tls-cert .*--tls-key .*together/);
});
