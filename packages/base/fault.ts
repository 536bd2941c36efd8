/** Stable codes of what fails around us: network, disk, platform; shown to people and programs alike. */
export type FaultCode =
  | "cloud-unreachable"
  | "cloud-refused"
  | "file-unreadable"
  | "store-failed"
  | "store-busy"
  | "store-damaged"
  | "format-too-new"
  | "format-too-old"
  | "secrets-unreadable"
  | "invalid-environment"
  | "local-cloud-failed"
  | "service-not-listening"
  | "cancelled";

/**
 * A network, a disk or a platform failed: thrown, never returned.
 * Every field but `privateDetail` may be shown; `privateDetail` never leaves the process.
 */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: FaultCode;
  readonly privateDetail: string | undefined;

  constructor(code: FaultCode, message: string, options: { cause?: unknown; privateDetail?: string } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.privateDetail = options.privateDetail;
  }
}
