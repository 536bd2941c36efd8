/**
 * What is asked for, in the words of the policies: `<what>:<verb>`. The second half of the union are the steps of a
 * plan, asked for when it is planned and again before each is carried out.
 */
export type Action =
  | "stack:list"
  | "stack:read"
  | "stack:create"
  | "stack:remove"
  | "declaration:read"
  | "declaration:write"
  | "check:run"
  | "type:read"
  | "plan:create"
  | "plan:read"
  | "run:start"
  | "run:read"
  | "run:cancel"
  | "run:approve"
  | "state:read"
  | "state:write"
  | "secret:reveal"
  | "object:read"
  | "object:write"
  | "token:manage"
  | "access:manage"
  | "audit:read"
  | "operations:read"
  | "operations:manage"
  | "resource:create"
  | "resource:update"
  | "resource:delete"
  | "resource:import";
