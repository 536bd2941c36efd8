import { ConfigValue, OpenedConfig, SealedConfig, SealedConfigValue } from "../documents/stacks.ts";
import { operations } from "../operation.ts";

export const configOperations = operations({
  sealConfigValue: {
    method: "POST",
    path: "/v1/projects/{project}/stacks/{stack}/config:seal",
    tag: "Stacks",
    summary: "Seal a config value",
    description:
      "For a file of the caller's own: what is answered can be opened here only, and only for this key of this " +
      "stack, not of one made anew under its name. The value is not kept.",
    action: "plan:create",
    body: { schema: ConfigValue },
    responses: { 200: { description: "The sealed value.", schema: SealedConfigValue } },
  },

  openConfigValues: {
    method: "POST",
    path: "/v1/projects/{project}/stacks/{stack}/config:open",
    tag: "Stacks",
    summary: "Open sealed config values",
    description:
      "What `config:seal` has answered for these keys of this stack, in the clear. " +
      "It is put on record who asked for which keys.",
    action: "secret:reveal",
    isLook: true,
    reveals: true,
    body: { schema: SealedConfig },
    responses: { 200: { description: "The values.", schema: OpenedConfig } },
  },
});
