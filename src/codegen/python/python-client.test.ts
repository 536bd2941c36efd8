import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../packages/base/json/json.ts";
import { pythonClient } from "./python-client.ts";

const schemas: JsonObject = {
  Row: {
    type: "object",
    description: "A row.",
    properties: {
      name: { type: "string", description: "Its name." },
      inner: { type: ["object", "null"], properties: { x: { type: "integer" } }, required: ["x"] },
      next: { $ref: "#/components/schemas/Row" },
    },
    required: ["name"],
  },
  Rows: { type: "object", properties: { rows: { type: "array", items: { $ref: "#/components/schemas/Row" } } } },
  Event: {
    description: "An event.",
    oneOf: [
      { type: "object", properties: { event: { type: "string", enum: ["started"] } }, required: ["event"] },
      { type: "object", properties: { event: { type: "string", enum: ["over"] }, import: { type: "number" } } },
    ],
  },
};

function client(path: string, method: string, operation: JsonObject): string {
  return pythonClient({ components: { schemas }, paths: { [path]: { [method]: operation } } });
}

const json = (schema: Json): JsonObject => ({ content: { "application/json": { schema } } });
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

test("a document that may have members of any name is a dict", () => {
  const open = {
    type: "object",
    properties: { kind: { type: "string" } },
    required: ["kind"],
    additionalProperties: {},
  };
  const text = pythonClient({
    components: { schemas: { Open: open } },
    paths: {
      "/v1/x": { put: { operationId: "put", summary: "Put", requestBody: { required: true, ...json(ref("Open")) } } },
    },
  });
  expect(text).toContain("\nOpen = Dict[str, Any]\n");
});

describe("a method for each operation", () => {
  test("parameters in the path and the query, a body, and headers that mean something", () => {
    const text = client("/v1/rows/{row}:move", "post", {
      operationId: "moveRow",
      summary: "Move a row",
      parameters: [
        { name: "row", in: "path", required: true, schema: { type: "string" }, description: "Its id." },
        { name: "dryRun", in: "query", schema: { type: "boolean" }, description: "Only checks." },
        { name: "If-Match", in: "header", schema: { type: "string" } },
        { name: "Prefer", in: "header", schema: { type: "string" } },
        { name: "Idempotency-Key", in: "header", schema: { type: "string" } },
        { name: "Traceparent", in: "header", schema: { type: "string" } },
      ],
      requestBody: { required: true, description: "The row.", ...json(ref("Row")) },
      responses: { "202": json(ref("Row")), "404": json(ref("Rows")) },
    });
    expect(text).toContain(`    def move_row(
        self,
        row: str,
        body: Row,
        *,
        dry_run: Optional[bool] = None,
        if_match: Optional[str] = None,
        wait: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Row:
`);
    expect(text).toContain('f"/v1/rows/{segment(row)}:move"');
    expect(text).toContain('"Prefer": None if wait is None else f"wait={wait}",');
    expect(text).not.toContain("class Rows(");
  });

  test("no document, maybe a document", () => {
    const removed = { operationId: "removeRow", summary: "Remove a row", responses: { "204": {} } };
    expect(client("/v1/rows", "delete", removed)).toContain(") -> None:");
    const later = { ...removed, responses: { "204": {}, "202": json(ref("Row")) } };
    expect(client("/v1/rows", "delete", later)).toContain(") -> Optional[Row]:");
  });

  test("a stream of events, and a list that can be watched", () => {
    const stream = { content: { "application/x-ndjson": { schema: ref("Event") } } };
    const text = client("/v1/events", "get", {
      operationId: "followAll",
      summary: "Follow",
      responses: { "200": stream },
    });
    expect(text).toContain(") -> Iterator[Event]:");
    expect(text).toContain('Event = Union["EventStarted", "EventOver"]');
    expect(text).not.toContain("answer:");
    const both = { content: { ...stream.content, "application/json": { schema: ref("Rows") } } };
    const watched = client("/v1/rows", "get", {
      operationId: "listRows",
      summary: "List rows",
      parameters: [
        { name: "watch", in: "query", schema: { type: "boolean" } },
        { name: "limit", in: "query", schema: { type: "integer" } },
      ],
      responses: { "200": both },
    });
    expect(watched).toContain(
      "def list_rows(\n        self,\n        *,\n        limit: Optional[int] = None,\n    ) -> Rows:",
    );
    expect(watched).toContain("def watch_rows(\n        self,\n    ) -> Iterator[Event]:");
  });
});

test("types of documents: what must be there, what may, and names that only a call can give", () => {
  const text = client("/v1/rows", "get", {
    operationId: "getRow",
    summary: "Get",
    responses: { "200": json({ anyOf: [ref("Row"), ref("Event")] }) },
  });
  expect(text).toContain("class _RowRequired(TypedDict):\n    name: str");
  expect(text).toContain("class Row(_RowRequired, total=False):");
  expect(text).toContain("inner: Optional[RowInner]");
  expect(text).toContain("next: Row");
  expect(text).toContain(
    'EventOver = TypedDict(\n    "EventOver",\n    {\n        "event": Literal["over"],\n        "import": float,',
  );
});
