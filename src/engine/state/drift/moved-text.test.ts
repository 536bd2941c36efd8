import { expect, test } from "vitest";
import { catalog } from "../../../definitions/resources/catalog.ts";
import { movedText } from "./moved-text.ts";

const definition = catalog.resources["iam:OAuthClient"];
const secret = (id: string) => ({ $secret: { id, fingerprint: id } });

test("of a secret that became another one no value is told, and not that both are alike", () => {
  if (definition === undefined) throw new Error("no such type");
  const [before, now] = [secret("a"), secret("b")].map((description) => ({ description }));
  expect(movedText(definition, before ?? {}, now ?? {})).toBe("description became another secret");
  expect(movedText(definition, before ?? {}, { description: "plain" })).toBe(
    'description went from (secret) to "plain"',
  );
});
