/** What is to be packed about a run. */
export interface ReportRequest {
  /** Where recordings lie. */
  readonly folder: string;
  /** The run's whole id. */
  readonly run: string;
  /** The file that is written. */
  readonly output: string;
  readonly version: string;
}

/** What a report holds, for people. */
export interface PackedReport {
  readonly output: string;
  readonly run: string;
  readonly bytes: number;
  readonly recordings: number;
  readonly exchanges: number;
  readonly entries: number;
  /** The types that the run wrote, with the names of their fields. */
  readonly resources: readonly { readonly type: string; readonly fields: readonly string[] }[];
}
