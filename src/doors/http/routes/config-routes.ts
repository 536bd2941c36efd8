import { pointer } from "../../../base/pointer.ts";
import { openConfig, sealConfig } from "../../../service/seal-config.ts";
import { type Route, route } from "../route.ts";

export const configRoutes: readonly Route[] = [
  route<"/v1/stacks/{stack}/config:seal", { readonly key: string; readonly value: string }>({
    operationId: "sealConfigValue",
    method: "POST",
    path: "/v1/stacks/{stack}/config:seal",
    tag: "Stacks",
    summary: "Seal a config value",
    description:
      "For a file of the caller's own: what is answered can be opened here only, and only for this key of this stack, not of one made anew under its name. The value is not kept.",
    action: "plan:create",
    body: { schema: "ConfigValue" },
    responses: { 200: { description: "The sealed value.", schema: "SealedConfigValue" } },
    handle: async ({ path, body }, { deployment }) => ({
      status: 200,
      document: { sealed: await sealConfig(path.stack, body.key, body.value, deployment) },
    }),
  }),
  route<"/v1/stacks/{stack}/config:open", { readonly values: Readonly<Record<string, string>> }>({
    operationId: "openConfigValues",
    method: "POST",
    path: "/v1/stacks/{stack}/config:open",
    tag: "Stacks",
    summary: "Open sealed config values",
    description:
      "What `config:seal` has answered for these keys of this stack, in the clear. It is put on record who asked for which keys.",
    action: "secret:reveal",
    reveals: true,
    body: { schema: "SealedConfig" },
    responses: { 200: { description: "The values.", schema: "OpenedConfig" } },
    handle: async ({ path, body }, { deployment, revealing }) => {
      const paths = Object.keys(body.values).map((key) => pointer("/config", key));
      const values = await revealing(paths, () => openConfig(path.stack, body.values, deployment));
      return { status: 200, document: { values } };
    },
  }),
];
