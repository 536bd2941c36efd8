import { describe, expect, test } from "vitest";
import { snakeCase } from "../../../packages/base/snake-case.ts";
import { catalogDocument } from "../../definitions/document/catalog-document.ts";
import { catalog as definitions } from "../../definitions/resources/catalog.ts";
import { allShapes } from "../shapes.ts";
import { functionShapes } from "./python-function.ts";
import { pythonNames, pythonWord } from "./python-names.ts";
import { resourceShapes } from "./python-resource.ts";

const catalog = catalogDocument(definitions);

const shapes = [
  ...catalog.resources.flatMap((definition) => Object.values(resourceShapes(definition))),
  ...catalog.functions.flatMap((definition) => Object.values(functionShapes(definition))),
].flatMap(allShapes);

/** `oauth_client_id` -> `oauthClientId`. */
function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

describe("names of fields", () => {
  test.each([
    ["oauthClientId", "oauth_client_id"],
    ["eTag", "e_tag"],
    ["etag", "etag"],
    ["approvalStageTimeOutInDays", "approval_stage_time_out_in_days"],
    ["allowedRedirectUris", "allowed_redirect_uris"],
    ["baseURL", "base_url"],
    ["HTTPServer", "http_server"],
    ["oauth2Client", "oauth2_client"],
  ])("%s is %s", (name, expected) => {
    expect(snakeCase(name)).toBe(expected);
  });

  test("every field of the specification leads there and back", () => {
    const fields = shapes.map((shape) => shape.fields.map(({ name }) => name));
    expect(new Set(fields.flat()).size).toBeGreaterThan(80);
    for (const each of fields) {
      const names = pythonNames(each);
      expect(new Set(names.values()).size).toBe(each.length);
      expect([...names.values()].map(camelCase)).toEqual(each);
    }
  });

  test("two fields never share a name, and none is a word of Python or of the runtime", () => {
    expect([...pythonNames(["eTag", "e_tag", "ETag", "import", "opts", "apply", "class"]).values()]).toEqual([
      "e_tag",
      "e_tag_",
      "e_tag__",
      "import_",
      "opts_",
      "apply_",
      "class_",
    ]);
  });

  test.each([
    ["getPrivateEndpointConnection", "get_private_endpoint_connection"],
    ["my-key", "my_key"],
    ["lambda", "lambda_"],
  ])("the word for %s is %s", (name, expected) => {
    expect(pythonWord(name)).toBe(expected);
  });
});
