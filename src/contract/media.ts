/** Media types that an event stream is sent in. */
export const serverSentEvents = "text/event-stream";
export const jsonLines = "application/x-ndjson";
