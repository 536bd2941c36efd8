/** What the service counts, in the text of OpenMetrics. */
export class Metrics {
  readonly #requests = new Map<string, number>();
  readonly #durations = new Map<string, Histogram>();
  #underWay = 0;
  readonly #more: () => readonly string[];

  /** `more`: lines of families that others count. */
  constructor(more: () => readonly string[] = () => []) {
    this.#more = more;
  }

  begin(): void {
    this.#underWay += 1;
  }

  end(operationId: string, status: number, seconds: number): void {
    this.#underWay -= 1;
    const key = `operation="${operationId}",status="${status}"`;
    this.#requests.set(key, (this.#requests.get(key) ?? 0) + 1);
    const name = `operation="${operationId}"`;
    const histogram = this.#durations.get(name) ?? new Histogram();
    histogram.observe(seconds);
    this.#durations.set(name, histogram);
  }

  text(): string {
    return [
      "# TYPE plumb_http_requests counter",
      "# HELP plumb_http_requests Requests that were answered.",
      ...[...this.#requests].map(([labels, count]) => `plumb_http_requests_total{${labels}} ${count}`),
      "# TYPE plumb_http_requests_under_way gauge",
      "# HELP plumb_http_requests_under_way Requests that are being answered.",
      `plumb_http_requests_under_way ${this.#underWay}`,
      "# TYPE plumb_http_request_seconds histogram",
      "# UNIT plumb_http_request_seconds seconds",
      "# HELP plumb_http_request_seconds Time until the answer began.",
      ...[...this.#durations].flatMap(([labels, histogram]) => histogram.lines("plumb_http_request_seconds", labels)),
      ...this.#more(),
      "# EOF",
      "",
    ].join("\n");
  }
}

const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

class Histogram {
  readonly #counts = bounds.map(() => 0);
  #count = 0;
  #sum = 0;

  observe(seconds: number): void {
    this.#count += 1;
    this.#sum += seconds;
    const index = bounds.findIndex((bound) => seconds <= bound);
    if (index >= 0) this.#counts[index] = (this.#counts[index] ?? 0) + 1;
  }

  lines(name: string, labels: string): readonly string[] {
    let sum = 0;
    const buckets = bounds.map((bound, index) => {
      sum += this.#counts[index] ?? 0;
      return `${name}_bucket{${labels},le="${bound}"} ${sum}`;
    });
    return [
      ...buckets,
      `${name}_bucket{${labels},le="+Inf"} ${this.#count}`,
      `${name}_count{${labels}} ${this.#count}`,
      `${name}_sum{${labels}} ${this.#sum}`,
    ];
  }
}
