import type { Authority } from "./authority.ts";

/** Whoever runs the command on their own machine: the state directory is theirs, and so is every right. */
export const localOwner: Authority = {
  caller: {
    principal: "local:owner",
    name: "owner",
    groups: [],
    accountAdmin: true,
    workspaces: [],
    scope: null,
  },
  decide: () => ({ kind: "allowed" }),
};
