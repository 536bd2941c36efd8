import type { HandledOperation } from "../requests/handler.ts";
import { accessHandlers } from "./access-handlers.ts";
import { auditHandlers } from "./audit-handlers.ts";
import { configHandlers } from "./config-handlers.ts";
import { credentialHandlers } from "./credential-handlers.ts";
import { declarationHandlers } from "./declaration-handlers.ts";
import { eventHandlers } from "./events/event-handlers.ts";
import { objectHandlers } from "./object-handlers.ts";
import { planHandlers } from "./plan-handlers.ts";
import { readHandlers } from "./read-handlers.ts";
import { resourceHandlers } from "./resource-handlers.ts";
import { roleHandlers } from "./role-handlers.ts";
import { runHandlers } from "./run-handlers.ts";
import { serviceHandlers } from "./service-handlers.ts";
import { stackHandlers } from "./stack-handlers.ts";
import { stateHandlers } from "./state-handlers.ts";
import { transferHandlers } from "./transfer-handlers.ts";
import { typeHandlers } from "./type-handlers.ts";

/** Every operation of the API. What it answers, whom it lets in and how it is described all follow from here. */
export const allHandlers: readonly HandledOperation[] = [
  ...serviceHandlers,
  ...eventHandlers,
  ...typeHandlers,
  ...declarationHandlers,
  ...stackHandlers,
  ...transferHandlers,
  ...configHandlers,
  ...planHandlers,
  ...runHandlers,
  ...resourceHandlers,
  ...stateHandlers,
  ...readHandlers,
  ...objectHandlers,
  ...accessHandlers,
  ...roleHandlers,
  ...credentialHandlers,
  ...auditHandlers,
];
