import { beforeEach, describe, expect, test } from "vitest";
import { withheldSecret } from "../../src/definitions/schema/value.ts";
import type { Secrets, Vault } from "../../src/engine/ports/secrets.ts";

/** A place of secrets under trial. `open` gives a vault over the same place each time. */
export interface SecretsMedium {
  readonly name: string;
  prepare(): void;
  open(): Vault;
  /** What is opened from now on has another key than what was sealed, where there is a key. */
  loseKey?(): void;
}

const unreadable = { name: "Fault", code: "secrets-unreadable" };

/** What every place of secrets promises a stack. `as` puts something else around the secrets of each stack. */
export function secretsContract(medium: SecretsMedium, as: (secrets: Secrets) => Secrets = (secrets) => secrets): void {
  const ofStack = (lineage = "one", vault = medium.open()) => as(vault.of(lineage));

  describe(`secrets in ${medium.name}`, () => {
    beforeEach(() => medium.prepare());

    test("what is sealed opens again, and equal values have equal markers", async () => {
      const secrets = ofStack();
      for (const value of ["text", 7, true, "", { b: 1, a: ["x"] }]) {
        const marker = await secrets.seal(value);
        expect(await secrets.open(marker)).toEqual(value);
        expect(await secrets.seal(value)).toEqual(marker);
      }
      expect(await secrets.seal({ a: ["x"], b: 1 })).toEqual(await secrets.seal({ b: 1, a: ["x"] }));
      expect(await secrets.seal("7")).not.toEqual(await secrets.seal(7));
    });

    test("what was sealed is durable: another process opens it, and knows it", async () => {
      const marker = await ofStack().seal("a");
      const other = ofStack();
      expect(await other.open(marker)).toBe("a");
      expect(await other.known("a")).toEqual(marker);
    });

    test("known tells what was sealed before, as soon as it was", async () => {
      const secrets = ofStack();
      expect(await secrets.known("a")).toBeNull();
      const marker = await secrets.seal("a");
      expect(await secrets.known("a")).toEqual(marker);
      expect(await secrets.known("b")).toBeNull();
    });

    test("two stacks give equal values different markers, and neither opens or knows the other's", async () => {
      const vault = medium.open();
      const [one, two] = [ofStack("one", vault), ofStack("two", vault)];
      const marker = await one.seal("a");
      expect(await two.known("a")).toBeNull();
      const other = await two.seal("a");
      expect(other.$secret.id).not.toBe(marker.$secret.id);
      expect(other.$secret.fingerprint).not.toBe(marker.$secret.fingerprint);
      await expect(two.open(marker)).rejects.toMatchObject(unreadable);
      expect(await two.open(other)).toBe("a");
      expect(await one.open(marker)).toBe("a");
    });

    test("what another stack keeps to itself is not opened", async () => {
      const secrets = ofStack();
      await secrets.seal("a");
      await expect(secrets.open(withheldSecret)).rejects.toMatchObject(unreadable);
    });

    const { loseKey } = medium;
    if (loseKey === undefined) return;
    test("what was sealed under a lost key is said, by every call", async () => {
      const marker = await ofStack().seal("a");
      loseKey();
      for (const call of [
        (secrets: Secrets) => secrets.open(marker),
        (secrets: Secrets) => secrets.seal("b"),
        (secrets: Secrets) => secrets.known("a"),
      ])
        await expect(call(ofStack())).rejects.toMatchObject(unreadable);
    });
  });
}
