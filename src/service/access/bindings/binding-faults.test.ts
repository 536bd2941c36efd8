import { expect, test } from "vitest";
import { catalog } from "../../../definitions/resources/catalog.ts";
import { bindingFaults } from "./binding-faults.ts";

const faultsOf = (origin: string) =>
  bindingFaults(
    {
      ...{ name: "own", kind: "azure", origins: [origin], mayBePrivate: false },
      ...{ credential: { kind: "usual" }, stacks: ["*"] },
    },
    catalog.providers,
  );

test.each([
  "https://169.254.169.254",
  "https://169.254.1.2:8443",
  "https://[fe80::1]",
  "https://[::ffff:169.254.169.254]",
  "https://[::ffff:a9fe:a9fe]",
])("%s is refused: no credential ever goes to a link-local address", (origin) => {
  const written = new URL(origin).origin;
  expect(faultsOf(written)).toMatchObject([{ member: "origins", detail: expect.stringContaining("link-local") }]);
});

test.each(["https://169.253.1.1", "https://[fd00::1]", "https://vendor.example", "http://localhost:8787"])(
  "%s is accepted",
  (origin) => {
    expect(faultsOf(origin)).toEqual([]);
  },
);
