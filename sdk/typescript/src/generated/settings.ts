// Generated from the resource definitions by `npm run generate`; changes are lost.
// biome-ignore-all format: lines are broken by the generator
import type { Input, Output } from "../outputs/output.ts";
import type { ReadOptions, ResourceOptions } from "../resources/options.ts";
import { existing, Resource } from "../resources/resource.ts";

/** The setting's content. */
export interface RestrictWorkspaceAdminsConfigurationArgs {
  /**
   * `ALLOW_ALL` lets workspace admins make tokens for any service principal and give jobs to anyone;
   * `RESTRICT_TOKENS_AND_JOB_RUN_AS` leaves them only themselves and the service principals they may use. Rules: one of
   * ALLOW_ALL, RESTRICT_TOKENS_AND_JOB_RUN_AS.
   */
  readonly status: Input<"ALLOW_ALL" | "RESTRICT_TOKENS_AND_JOB_RUN_AS">;
}

/** Arguments of RestrictWorkspaceAdmins. */
export interface RestrictWorkspaceAdminsArgs {
  /** The setting's content. */
  readonly restrictWorkspaceAdmins: Input<RestrictWorkspaceAdminsConfigurationArgs>;
  /**
   * Tag of the version to change; the write is refused when the setting has another. Left out, the version last read
   * counts. No drift when it moves: every write of the setting gives it another tag, and the status is compared itself.
   */
  readonly etag?: Input<string | undefined> | undefined;
  /**
   * Name of the setting; a workspace has only the one named `default`. Rules: one of default. Absent means "default".
   */
  readonly settingName?: Input<"default" | undefined> | undefined;
}

/** The setting's content. */
export interface RestrictWorkspaceAdminsConfiguration {
  /**
   * `ALLOW_ALL` lets workspace admins make tokens for any service principal and give jobs to anyone;
   * `RESTRICT_TOKENS_AND_JOB_RUN_AS` leaves them only themselves and the service principals they may use. Rules: one of
   * ALLOW_ALL, RESTRICT_TOKENS_AND_JOB_RUN_AS.
   */
  readonly status: "ALLOW_ALL" | "RESTRICT_TOKENS_AND_JOB_RUN_AS";
}

/** Fields that an existing object must have. */
export interface RestrictWorkspaceAdminsState {
  /** The setting's content. */
  readonly restrictWorkspaceAdmins?: Input<RestrictWorkspaceAdminsConfigurationArgs | undefined> | undefined;
  /**
   * Tag of the version to change; the write is refused when the setting has another. Left out, the version last read
   * counts. No drift when it moves: every write of the setting gives it another tag, and the status is compared itself.
   */
  readonly etag?: Input<string | undefined> | undefined;
  /**
   * Name of the setting; a workspace has only the one named `default`. Rules: one of default. Absent means "default".
   */
  readonly settingName?: Input<"default" | undefined> | undefined;
  /** Id under which the setting can be imported, always `global`. */
  readonly id?: Input<string | undefined> | undefined;
}

/**
 * Says what workspace admins may do with the tokens of service principals and with the owners and identities of jobs.
 * Section 2.7 of the specification.
 *
 * Ids that `get` and the option `import` take:
 * - `global`
 *
 * @example
 * import { databricks, project, settings } from "plumbline-sdk";
 *
 * project("guardrails");
 *
 * new databricks.Provider("workspace", { level: "workspace" });
 *
 * new settings.RestrictWorkspaceAdmins("guardrail", {
 *   restrictWorkspaceAdmins: { status: "RESTRICT_TOKENS_AND_JOB_RUN_AS" },
 * });
 */
export class RestrictWorkspaceAdmins extends Resource {
  /**
   * Reads an existing object by an id that can be imported. It is never changed; `state` holds fields that it must
   * have.
   */
  static get(name: string, id: Input<string>, state?: RestrictWorkspaceAdminsState, options?: ReadOptions<"databricks">): RestrictWorkspaceAdmins {
    return new RestrictWorkspaceAdmins(name, existing<RestrictWorkspaceAdminsArgs>(id, state), options);
  }

  /** `name` is the logical name, unique among all resources and look-ups of the stack. */
  constructor(name: string, args: RestrictWorkspaceAdminsArgs, options?: ResourceOptions<"databricks", keyof RestrictWorkspaceAdminsArgs, never>) {
    super("settings:RestrictWorkspaceAdmins", "databricks", name, args, options as ResourceOptions | undefined);
  }

  /** The setting's content. */
  get restrictWorkspaceAdmins(): Output<RestrictWorkspaceAdminsConfiguration> {
    return this.field("restrictWorkspaceAdmins");
  }

  /**
   * Tag of the version to change; the write is refused when the setting has another. Left out, the version last read
   * counts. No drift when it moves: every write of the setting gives it another tag, and the status is compared itself.
   */
  get etag(): Output<string | undefined> {
    return this.field("etag");
  }

  /**
   * Name of the setting; a workspace has only the one named `default`. Rules: one of default. Absent means "default".
   */
  get settingName(): Output<"default" | undefined> {
    return this.field("settingName");
  }

  /** Id under which the setting can be imported, always `global`. */
  get id(): Output<string> {
    return this.field("id");
  }
}
