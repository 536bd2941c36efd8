import {
  StackArrival,
  StackArrivalWrite,
  StackDeparture,
  StackDepartureWrite,
  StackMoveNamed,
  StackReceipt,
} from "../documents/transfers.ts";
import { operations } from "../operation.ts";
import { mostText } from "../words.ts";

const departure = "/v1/projects/{project}/stacks/{stack}/departure";
const arrival = "/v1/projects/{project}/stacks/{stack}/arrival";

/** The two ends of a move of a stack to another store (decision 0123). */
export const transferOperations = operations({
  getDeparture: {
    needsStack: true,
    method: "GET",
    path: departure,
    tag: "Stacks",
    summary: "Tell whether a stack is on its way to another store",
    action: "stack:read",
    responses: { 200: { description: "How far it is.", schema: StackDeparture } },
  },

  beginDeparture: {
    needsStack: true,
    method: "PUT",
    path: departure,
    tag: "Stacks",
    summary: "Let a stack leave for another store",
    description:
      "From now on nothing is planned, applied or edited here. The answer has all that goes along, secrets in the " +
      "clear: the caller needs the right to reveal them, and it is put on record. The same request again gives the " +
      "same move. With `dryRun` nothing changes, and no secret is told.",
    action: "stack:remove",
    body: { schema: StackDepartureWrite },
    isAudited: true,
    reveals: true,
    refusals: { 409: "A run is under way or waits, a call is in flight, or the stack leaves for another place." },
    responses: { 200: { description: "How far it is, and what goes along.", schema: StackDeparture } },
  },

  cancelDeparture: {
    needsStack: true,
    method: "DELETE",
    path: departure,
    tag: "Stacks",
    summary: "Keep a stack that was about to leave",
    action: "stack:remove",
    isAudited: true,
    refusals: { 409: "It has moved: the other store owns it." },
    responses: { 204: { description: "It stays." } },
  },

  endDeparture: {
    needsStack: true,
    method: "PUT",
    path: `${departure}/receipt`,
    tag: "Stacks",
    summary: "Give a stack away that the other store has taken in",
    description:
      "The point of no return: from now on the other store owns it. The same request again answers the same.",
    action: "stack:remove",
    body: { schema: StackMoveNamed },
    isAudited: true,
    refusals: { 409: "The move was called off." },
    responses: { 200: { description: "What the other store asks for.", schema: StackReceipt } },
  },

  beginArrival: {
    method: "PUT",
    path: arrival,
    tag: "Stacks",
    summary: "Take in a stack of another store",
    description:
      "Its records, outputs and claims, with its secrets sealed anew. Nothing is planned, applied or edited until " +
      "the source has given it away. The caller needs the right to make the stack as well. The body may have 64 MiB. " +
      "With `dryRun` nothing changes.",
    action: "state:write",
    takesSealed: true,
    body: { schema: StackArrivalWrite, limits: { bytes: mostText, values: 4_000_000 } },
    isAudited: true,
    refusals: { 409: "There is a stack of this name, or another stack claims what it manages." },
    responses: { 200: { description: "How far it is.", schema: StackArrival } },
  },

  endArrival: {
    needsStack: true,
    method: "PUT",
    path: `${arrival}/receipt`,
    tag: "Stacks",
    summary: "Own a stack that its source has given away",
    description: "The same request again answers the same.",
    action: "state:write",
    body: { schema: StackReceipt },
    isAudited: true,
    refusals: { 409: "The receipt is of another move." },
    responses: { 200: { description: "It is this store's.", schema: StackArrival } },
  },

  cancelArrival: {
    method: "DELETE",
    path: `${arrival}/{move}`,
    tag: "Stacks",
    summary: "Forget a stack whose move was called off at its source",
    action: "state:write",
    isAudited: true,
    refusals: { 409: "It has arrived." },
    responses: { 204: { description: "Nothing of the move is here." } },
  },
});
