import {
  CallRequest,
  CallResult,
  ObjectRead,
  ReadRequest,
  UnmanagedList,
  UnmanagedRequest,
} from "../documents/reads.ts";
import { operations } from "../operation.ts";

export const readOperations = operations({
  readObject: {
    method: "POST",
    path: "/v1/types/{type}/objects:read",
    tag: "Objects",
    summary: "Read an object through the providers of a declaration",
    description:
      "Live, by any form of its id, managed or not; `state` gives qualifiers that must match what is read. " +
      "Without a declaration the provider is a kept one, or what surrounds the service.",
    action: "object:read",
    isLook: true,
    body: { schema: ReadRequest },
    refusals: { 404: "There is no such object." },
    responses: { 200: { description: "The object.", schema: ObjectRead } },
  },

  findUnmanagedObjects: {
    method: "POST",
    path: "/v1/types/{type}/objects:findUnmanaged",
    tag: "Objects",
    summary: "Find objects that no stack manages",
    description: "Those of one collection, live. Reads only.",
    action: "object:read",
    isLook: true,
    body: { schema: UnmanagedRequest },
    responses: { 200: { description: "The objects.", schema: UnmanagedList } },
  },

  callFunction: {
    method: "POST",
    path: "/v1/functions/{function}:call",
    tag: "Objects",
    summary: "Call a look-up function",
    description: "Live. Reads only.",
    action: "object:read",
    isLook: true,
    body: { schema: CallRequest },
    refusals: { 404: "There is nothing that the arguments name." },
    responses: { 200: { description: "What was found.", schema: CallResult } },
  },
});
