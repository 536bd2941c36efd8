/** Counts calls, and tells all that the service counts. */
export interface Metrics {
  begin(): void;
  end(operationId: string, status: number, seconds: number): void;
  /** In the text of OpenMetrics. */
  text(): Promise<string>;
}
