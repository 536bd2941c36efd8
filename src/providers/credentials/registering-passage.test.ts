import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../packages/base/json/json.ts";
import type { OpenPassage } from "./guards/bound-driver.ts";
import { registeringPassage } from "./registering-passage.ts";
import { accesses } from "./shipped-accesses.fixture.ts";

const usage = "https://serviceusage.googleapis.com";

function passage(origins: readonly string[], bound: readonly string[] | null = null): OpenPassage {
  const binding = { name: "it", kind: "google", origins: bound, mayBePrivate: false } as const;
  return {
    kind: "bound",
    origins,
    mayBePrivate: false,
    binding: { ...binding, credential: { kind: "usual" }, stacks: ["*"] },
  };
}

function originsOf(config: JsonObject, given: OpenPassage, kind = "google"): readonly string[] {
  return registeringPassage({ ref: "it", kind, config }, given, accesses).origins;
}

describe("where a registration goes", () => {
  const iam = "https://iam.googleapis.com";

  test("Google's goes to the host of the same universe that has it", () => {
    expect(originsOf({}, passage([iam]))).toEqual([iam, usage]);
    const sovereign = "https://iam.s3nsapis.fr";
    expect(originsOf({ universeDomain: "s3nsapis.fr" }, passage([sovereign]))).toEqual([
      sovereign,
      "https://serviceusage.s3nsapis.fr",
    ]);
  });

  test("a credential with origins of its own goes to no other", () => {
    expect(originsOf({}, passage([iam], [iam]))).toEqual([iam]);
    expect(originsOf({}, passage([iam], [iam, usage]))).toEqual([iam, usage]);
  });

  test("a universe that is not known, and a gateway, take none of the vendor's hosts along", () => {
    const strange = "https://iam.evil.example";
    expect(originsOf({ universeDomain: "evil.example" }, passage([strange]))).toEqual([strange]);
    const gateway = "https://gateway.example";
    expect(originsOf({ baseUrl: gateway }, passage([gateway]))).toEqual([gateway]);
    expect(originsOf({ iamBaseUrl: gateway }, passage([gateway]))).toEqual([gateway]);
  });

  test("the others' goes where their calls go", () => {
    const plane = "https://management.azure.com";
    expect(originsOf({}, passage([plane]), "azure")).toEqual([plane]);
  });
});
