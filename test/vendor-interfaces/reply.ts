import type { Json } from "../../packages/base/json/json.ts";
import type { LocalMode } from "../../packages/local-cloud/runtime/local-vendor.ts";

/** What somebody was answered on a vendor's wire. */
export interface Reply {
  readonly method: string;
  /** Decoded, without slashes at its start and without query. */
  readonly path: string;
  /** `api-version` in lower case; empty where none was sent. */
  readonly version: string;
  readonly status: number;
  /** Undefined where there was none. */
  readonly body: Json | undefined;
}

/** The same, and how the cloud was set up that gave it. */
export interface LocalReplySeen extends Reply {
  readonly mode: LocalMode;
}

export type Vendor = "google" | "azure" | "databricks";

/** The parts of a request's address that tell replies apart. */
export function addressOf({ method, url }: { readonly method: string; readonly url: string | URL }): Address {
  const { pathname, searchParams } = typeof url === "string" ? new URL(url) : url;
  return {
    method,
    path: decoded(pathname.replace(/^\/+/, "")),
    version: (searchParams.get("api-version") ?? "").toLowerCase(),
  };
}

type Address = Omit<Reply, "status" | "body">;

function decoded(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Whose path it is: all vendors are on one origin in the local cloud. Undefined for its control surface. */
export function vendorOf(path: string): Vendor | undefined {
  if (path.startsWith("_local/")) return undefined;
  if (/^(api\/|oidc\/|\.well-known\/databricks-config$)/.test(path)) return "databricks";
  if (/^(v1\/|compute\/|authorize$|\.well-known\/)/.test(path)) return "google";
  return "azure";
}
