import { pointer } from "../../../packages/base/json/pointer.ts";
import { configOperations } from "../../contract/operations/config.ts";
import { handledBy } from "../requests/handler.ts";
import { openConfig, sealConfig } from "../use-cases/secrets/seal-config.ts";

export const configHandlers = handledBy(configOperations, {
  sealConfigValue: {
    handle: async ({ path, body }, { deployment }) => ({
      status: 200,
      document: { sealed: await sealConfig(path.stack, body.key, body.value, deployment) },
    }),
  },
  openConfigValues: {
    handle: async ({ path, body }, { deployment, revealing }) => {
      const paths = Object.keys(body.values).map((key) => pointer("/config", key));
      const values = await revealing(paths, () => openConfig(path.stack, body.values, deployment));
      return { status: 200, document: { values } };
    },
  },
});
