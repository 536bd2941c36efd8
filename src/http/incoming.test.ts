import { connect, type Socket } from "node:net";
import { afterEach, test } from "vitest";
import type { HttpResponse } from "./http-message.ts";
import { type Listener, listen } from "./listen.ts";

const pieces = { next: () => new Promise<void>((resolve) => setImmediate(resolve)) };
let listener: Listener | undefined;
afterEach(() => listener?.stop(0));

/** Sends a request, and reads nothing of its answer. */
async function silentClient(answer: () => Promise<HttpResponse>): Promise<Socket> {
  listener = await listen(answer, { host: "127.0.0.1", port: 0, tls: null, pieces });
  const socket = connect(Number(new URL(listener.url).port), "127.0.0.1");
  socket.pause();
  socket.on("error", () => {});
  socket.write("GET /v1/version HTTP/1.1\r\nhost: plumb.test\r\n\r\n");
  return socket;
}

test("an answer that breaks off while its reader takes nothing ends the connection", async () => {
  const broken = Promise.withResolvers<void>();
  const bytes = new ReadableStream<Uint8Array>({
    start: (controller) => {
      void broken.promise.then(() => controller.error(new Error("the reader takes nothing")));
    },
    pull: (controller) => controller.enqueue(new Uint8Array(1024 * 1024)),
  });
  const socket = await silentClient(async () => ({ status: 200, headers: {}, body: { bytes } }));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await new Promise((resolve) => setTimeout(resolve, 100));
  broken.resolve();
  socket.resume();
  await closed;
});

test("the body of an answer whose client has gone meanwhile is let go", async () => {
  const cancelled = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const bytes = new ReadableStream<Uint8Array>({ cancel: () => cancelled.resolve() }, { highWaterMark: 0 });
  const asked = Promise.withResolvers<void>();
  const socket = await silentClient(async () => {
    asked.resolve();
    await gone.promise;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return { status: 200, headers: {}, body: { bytes } };
  });
  await asked.promise;
  socket.resetAndDestroy();
  gone.resolve();
  await cancelled.promise;
});
