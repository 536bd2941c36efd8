import { describe, expect, test } from "vitest";
import { serverAddress } from "./server-address.ts";

const nothing = {};

describe("the address of a server", () => {
  test.each([
    "postgres://plumb@localhost/state",
    "postgres://plumb:p%40ss@127.0.0.1:5433/state",
    "postgres://plumb@[::1]/state",
    "postgres://plumb:secret@/state?host=%2Fvar%2Frun%2Fpostgresql",
    "postgresql:///state",
    "postgres://db.example/state?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem",
  ])("%s stays as it is", (address) => {
    expect(serverAddress(address, nothing)).toBe(address);
  });

  test("of another machine asks for a checked connection by itself", () => {
    expect(serverAddress("postgres://plumb@db.example/state", nothing)).toBe(
      "postgres://plumb@db.example/state?sslmode=verify-full",
    );
    expect(serverAddress("postgres://10.0.0.7/state?application_name=x", nothing)).toBe(
      "postgres://10.0.0.7/state?application_name=x&sslmode=verify-full",
    );
    expect(serverAddress("postgresql:///state", { PGHOST: "db.example" })).toBe(
      "postgresql:///state?sslmode=verify-full",
    );
  });

  test.each([
    ["postgres://u:s3cr3t@db.example/state?sslmode=disable", nothing],
    ["postgres://u:s3cr3t@db.example/state?sslmode=require", nothing],
    ["postgres://u:s3cr3t@db.example/state?sslmode=no-verify", nothing],
    ["postgres://u:s3cr3t@db.example/state?sslmode=verify-ca", nothing],
    ["postgres://u:s3cr3t@db.example/state?ssl=0", nothing],
    ["postgres://u:s3cr3t@db.example/state?sslmode=verify-full&uselibpqcompat=true", nothing],
    ["postgres://u:s3cr3t@127.0.0.1.example/state?sslmode=disable", nothing],
    ["postgres://u:s3cr3t@localhost/state?host=db.example&sslmode=disable", nothing],
    ["postgres://u:s3cr3t@db.example/state", { PGSSLMODE: "disable" }],
    ["postgres://u:s3cr3t@/state?sslmode=disable", { PGHOST: "db.example" }],
  ] as const)("%s is refused", (address, environment) => {
    const told = thrownBy(() => serverAddress(address, environment));
    expect(told).toMatchObject({
      name: "Fault",
      code: "store-failed",
      message: expect.stringContaining("verify-full"),
    });
    expect(String(told)).not.toContain("s3cr3t");
  });

  test.each(["mysql://u:s3cr3t@localhost/state", "s3cr3t", "postgres://u:s3cr3t@lo calhost/"])(
    "%s is none",
    (address) => {
      const told = thrownBy(() => serverAddress(address, nothing));
      expect(told).toMatchObject({ name: "Fault", message: expect.stringContaining("PLUMB_STORE") });
      expect(String(told)).not.toContain("s3cr3t");
    },
  );
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (cause) {
    return cause;
  }
}
