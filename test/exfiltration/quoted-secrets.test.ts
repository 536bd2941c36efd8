import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../packages/base/json/json.ts";
import {
  type Asked,
  attachment,
  attachmentName,
  locationName,
  QuotedStage,
  type Told,
} from "./quoting-vendor.fixture.ts";

// A vendor may quote what it was sent, in whatever words and whenever it is asked: none of it is said or kept.

let stage: QuotedStage;
beforeEach(() => {
  stage = new QuotedStage();
});
afterEach(() => stage.close());

/** A part of each secret that no message has by itself. */
const core = "zebra-key";
const secrets = {
  plain: `${core}-0001-${core}`,
  "with two spaces": `${core}  0001  ${core}`,
  "with line breaks": `${core}\n0001\r\n${core}`,
  "of 600 characters": `${core}-${"0123456789".repeat(59)}`,
  "with marks of a page": `${core} <b>0001</b> & "${core}" <br>`,
  "with a backslash": `${core}\\0001\\u003c${core}`,
};

const status = (message: string, details: readonly JsonObject[] = []): Told => [
  400,
  { error: { code: 400, status: "INVALID_ARGUMENT", message, details } },
];
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const type = (name: string) => `type.googleapis.com/google.rpc.${name}`;

/** Where a refusal has the quotation. */
const places: Readonly<Record<string, (quoted: string) => Told>> = {
  "the message": (quoted) => status(`Invalid description: "${quoted}" must not hold that`),
  "a wrong field": (quoted) =>
    status("no", [{ "@type": type("BadRequest"), fieldViolations: [{ field: "description", description: quoted }] }]),
  "a broken rule": (quoted) =>
    status("no", [{ "@type": type("PreconditionFailure"), violations: [{ subject: quoted, description: "no" }] }]),
  "the words of a language": (quoted) =>
    status("no", [{ "@type": type("LocalizedMessage"), locale: "en", message: `${"so ".repeat(150)}${quoted}` }]),
  "the words of OAuth": (quoted) => [400, { error: "invalid_request", error_description: quoted }],
  "a title": (quoted) => [400, `<html><title>Invalid description: ${quoted}</title></html>`],
  "a page": (quoted) => [400, `<html><body><pre>Invalid:\n  ${escaped(quoted)}</pre></body></html>`],
  "a text": (quoted) => [400, `Invalid description: ${quoted}`],
  "an answer of 200": (quoted) => [200, { error: { code: 400, status: "INVALID_ARGUMENT", message: quoted } }],
  "an operation": (quoted) => [
    200,
    {
      name: `${locationName}/operations/op1`,
      done: true,
      error: { code: 3, message: `${"so ".repeat(150)}${quoted}` },
    },
  ],
};

describe.each(Object.entries(places))("what a refusal quotes in %s is not told", (_, refusal) => {
  test.each(Object.entries(secrets))("of a secret %s", async (_, secret) => {
    stage.declare({ one: attachment });
    stage.answers = ({ method, body }) => (method === "POST" ? refusal(String(body["description"])) : undefined);
    const up = await stage.play("up", "--yes", "--config", `pw=${secret}`);
    expect(up.code, up.output).not.toBe(0);
    expect(up.output).toContain("(secret)");
    expect(await stage.told()).not.toContain(core);
  });
});

test("what the words of another vendor quote beyond the length that is told is not told either", async () => {
  const secret = `${core}-${"0123456789".repeat(59)}`;
  const properties = { resourceGroupName: "rg", projectName: "dc", serverCollectorName: "one" };
  stage.declare(
    {
      one: {
        type: "migrate:ServerCollector",
        properties: { ...properties, properties: { discoverySiteId: "${config.pw}" } },
      },
    },
    { azure: { kind: "azure", subscriptionId: "11111111-2222-3333-4444-555555555555" } },
  );
  stage.answers = ({ method, body }) =>
    method === "PUT"
      ? [
          400,
          {
            error: {
              ...{ code: "BadRequest", message: `${"so ".repeat(100)}${JSON.stringify(body["properties"])}` },
              details: [{ code: "Policy", message: JSON.stringify(body) }],
            },
          },
        ]
      : [404, { error: { code: "ResourceNotFound", message: "none" } }];
  const up = await stage.play("up", "--yes", "--config", `pw=${secret}`);
  expect(up.output).toContain("BadRequest");
  expect(await stage.told()).not.toContain(core);
});

/** A vendor that takes the attachment, and shows it. */
function holding(secret: string, otherwise: (asked: Asked) => Told): (asked: Asked) => Told {
  const object = { name: attachmentName, endpointIp: "10.0.0.1", description: secret };
  const shown = {
    ...object,
    serviceAttachment: "projects/net/regions/europe-west1/serviceAttachments/b",
  };
  let isMade = false;
  return (asked) => {
    const told = otherwise(asked);
    if (told !== undefined) return told;
    if (asked.method === "POST") isMade = true;
    if (asked.method === "POST") return [200, { name: `${locationName}/operations/op1`, done: true, response: shown }];
    if (asked.path.endsWith("/operations")) return [200, {}];
    return isMade && asked.path.endsWith("/endpointAttachments/one") ? [200, shown] : undefined;
  };
}

test("an operation that is found in the list tells nothing of the secret that its error quotes", async () => {
  stage.declare({ one: attachment });
  let made = false;
  stage.answers = ({ method, path }) => {
    if (method === "POST") {
      made = true;
      // The answer is lost.
      return [500, "<html></html>"];
    }
    const metadata = { verb: "create", target: attachmentName, createTime: new Date(0).toISOString() };
    const error = { code: 3, message: `description "${secrets.plain}" is not allowed here` };
    if (path.endsWith("/operations"))
      return [
        200,
        made ? { operations: [{ name: `${locationName}/operations/op1`, done: true, metadata, error }] } : {},
      ];
    return made && path.endsWith("/endpointAttachments/one") ? [200, { name: attachmentName }] : undefined;
  };
  const up = await stage.play("up", "--yes", "--config", `pw=${secrets.plain}`);
  expect(up.output).toContain('description "(secret)" is not allowed here');
  await stage.play("plan", "--config", `pw=${secrets.plain}`);
  expect(await stage.told()).not.toContain(core);
});

describe("a later process says nothing of a secret that the stack has kept", () => {
  const deny = (secret: string): Told => [
    403,
    { error: { code: 403, status: "PERMISSION_DENIED", message: `caller may not read "${secret}"` } },
  ];

  test.each([["plan", "--config", "pw=other"], ["drift"], ["refresh"]])("%s", async (...line) => {
    stage.declare({ one: attachment });
    let isDenied = false;
    stage.answers = holding(secrets.plain, ({ method }) =>
      isDenied && method === "GET" ? deny(secrets.plain) : undefined,
    );
    const up = await stage.play("up", "--yes", "--config", `pw=${secrets.plain}`);
    expect(up, up.output).toMatchObject({ code: 0 });
    isDenied = true;
    const later = await stage.play(...line);
    expect(later.output).toContain('may not read "(secret)"');
    expect(await stage.told()).not.toContain(core);
  });
});
