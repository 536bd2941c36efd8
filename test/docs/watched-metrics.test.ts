import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { showLoads } from "../../src/composition/service/show-loads.ts";
import { processMetrics } from "../../src/telemetry/metric-registry.ts";
import { ServiceMetrics } from "../../src/telemetry/service-metrics.ts";
import { StoreMetrics } from "../../src/telemetry/store-metrics.ts";

test("each metric that operators are told to watch is one of a service", () => {
  const page = readFileSync(new URL("../../docs/run-many-machines.md", import.meta.url), "utf8");
  const watched = [...page.matchAll(/^\| `((?:plumb|nodejs|process)_[a-z0-9_]+)`/gm)].map(([, name = ""]) => name);
  const metrics = new ServiceMetrics();
  new StoreMetrics(metrics.registry, () => 0);
  // They are looked at when the text is made, and it is not.
  showLoads(metrics, {} as Parameters<typeof showLoads>[1]);
  const all = [metrics.registry, processMetrics()].flatMap((registry) => registry.getMetricsAsArray());
  const told = all.flatMap(({ name }) => [name, `${name}_total`]);
  expect(watched.length).toBeGreaterThan(9);
  expect(watched.filter((name) => !told.includes(name))).toEqual([]);
});
