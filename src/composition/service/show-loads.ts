import type { CheckPool } from "../../check-threads/check-pool.ts";
import type { Audit } from "../../service/audit/audit.ts";
import type { RunDispatcher } from "../../service/background/run-dispatcher.ts";
import type { ResourceWatch } from "../../service/use-cases/watch/resource-watch.ts";
import type { ServiceMetrics } from "../../telemetry/service-metrics.ts";

interface Parts {
  readonly dispatcher: RunDispatcher;
  readonly checker: CheckPool;
  readonly watch: ResourceWatch;
  readonly audit: Audit;
}

/** Shows in the metrics what the process and the parts of a service are at, and what waits for them. */
export function showLoads(metrics: ServiceMetrics, { dispatcher, checker, watch, audit }: Parts): void {
  metrics.showProcess();
  metrics.gauge("plumb_runs_under_way", "Runs that this process carries out.", () => dispatcher.underWay);
  metrics.gauge("plumb_runs_queued", "Runs that wait for a process of the service.", () => dispatcher.queued());
  metrics.gauge("plumb_webhooks_waiting", "Messages to webhooks that wait.", () => dispatcher.waitingMessages());
  metrics.gauge("plumb_checks_under_way", "Texts that are being checked.", () => checker.load.running);
  metrics.gauge("plumb_checks_waiting", "Texts that wait to be checked.", () => checker.load.waiting);
  metrics.gauge("plumb_watchers", "Watches of resources that are open.", () => watch.load.watchers);
  metrics.gauge("plumb_watched_stacks", "Stacks whose resources are watched.", () => watch.load.feeds);
  metrics.gauge("plumb_audit_records", "Records of the audit log.", () => audit.length());
  metrics.gauge("plumb_audit_waiting", "Audit records that wait to be written.", () => audit.waiting);
}
