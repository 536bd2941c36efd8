import { describe, expect, test } from "vitest";
import type { StreamedEvent } from "../contract/call.ts";
import { jsonLines, serverSentEvents } from "../contract/media.ts";
import { bytesOf } from "./event-stream.ts";

async function* events(...all: readonly StreamedEvent[]) {
  yield* all;
}

const never = () => new Promise<void>(() => {});

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return await new Response(stream).text();
}

describe("a stream of events", () => {
  const two = [{ id: "1", data: { a: "x\ny" } }, { data: { b: 2 } }] as const;

  test("as server-sent events has ids where there are such", async () => {
    const stream = bytesOf({ events: events(...two) }, serverSentEvents, never);
    expect(await textOf(stream)).toBe('id: 1\ndata: {"a":"x\\ny"}\n\ndata: {"b":2}\n\n');
  });

  test("as JSON has one document a line", async () => {
    expect(await textOf(bytesOf({ events: events(...two) }, jsonLines, never))).toBe('{"a":"x\\ny"}\n{"b":2}\n');
  });

  test("writes what many share once", async () => {
    let written = 0;
    const data = {
      toJSON: () => {
        written += 1;
        return {};
      },
    };
    for (const media of [jsonLines, serverSentEvents, jsonLines, serverSentEvents])
      await textOf(bytesOf({ events: events({ data }), isShared: true }, media, never));
    expect(written).toBe(2);
  });

  test("shows that it is alive while nothing happens, and loses nothing by it", async () => {
    const late = Promise.withResolvers<StreamedEvent>();
    async function* slow() {
      yield await late.promise;
    }
    let naps = 0;
    const sleep = async () => {
      naps += 1;
      if (naps === 3) late.resolve({ data: { last: true } });
      if (naps > 3) await never();
    };
    const text = await textOf(bytesOf({ events: slow() }, serverSentEvents, sleep));
    expect(text).toMatch(/^(: still here\n\n)+data: \{"last":true\}\n\n$/);
  });

  test("breaks off where its events do, without an end", async () => {
    async function* broken(): AsyncGenerator<StreamedEvent> {
      yield { data: { first: true } };
      throw new Error("the disk is full");
    }
    const reader = bytesOf({ events: broken() }, jsonLines, never).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('{"first":true}\n');
    await expect(reader.read()).rejects.toThrow("the disk is full");
  });

  test("ends its events when nobody listens any more", async () => {
    let ended = "";
    async function* endless(): AsyncGenerator<StreamedEvent> {
      try {
        for (;;) yield { data: {} };
      } finally {
        ended += "events";
      }
    }
    const reader = bytesOf({ events: endless() }, jsonLines, never).getReader();
    await reader.read();
    await reader.cancel();
    expect(ended).toBe("events");
  });
});
