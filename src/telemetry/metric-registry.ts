import { collectDefaultMetrics, type OpenMetricsContentType, Registry } from "prom-client";

export type MetricRegistry = Registry<OpenMetricsContentType>;

/** A place for metrics that writes them in the text of OpenMetrics. */
export function newRegistry(): MetricRegistry {
  const registry: MetricRegistry = new Registry();
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return registry;
}

let found: MetricRegistry | undefined;

/** Processor, memory, event loop and garbage collection. They are the process's, so they are observed once. */
export function processMetrics(): MetricRegistry {
  if (found === undefined) {
    found = newRegistry();
    collectDefaultMetrics<OpenMetricsContentType>({ register: found });
  }
  return found;
}
