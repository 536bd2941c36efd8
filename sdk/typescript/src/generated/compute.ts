// Generated from the resource definitions by `npm run generate`; changes are lost.
// biome-ignore-all format: lines are broken by the generator
import type { Input, Output } from "../outputs/output.ts";
import type { ReadOptions, ResourceOptions } from "../resources/options.ts";
import { existing, Resource } from "../resources/resource.ts";

/** Condition under which the binding applies. */
export interface ConditionArgs {
  /**
   * The condition itself, in the Common Expression Language. Rules: the vendor takes conditions of at most 4096
   * characters.
   */
  readonly expression: Input<string>;
  /** What the condition is for, in a few words. Rules: the vendor takes no condition without a title. */
  readonly title: Input<string>;
  /** What the condition is for, at length. Absent means "". */
  readonly description?: Input<string | undefined> | undefined;
}

/** Arguments of ReservationIamMember. */
export interface ReservationIamMemberArgs {
  /**
   * Who gets the role: `user:<email>`, `serviceAccount:<email>`, `group:<email>` or `domain:<domain>` (a domain's
   * primary name). Rules: must be `user:<email>`, `serviceAccount:<email>`, `group:<email>` or `domain:<domain>`.
   */
  readonly member: Input<string>;
  /**
   * The reservation: its bare name (in the provider's project and zone) or
   * `projects/<project>/zones/<zone>/reservations/<name>`. Rules: must be a bare name or
   * `projects/<project>/zones/<zone>/reservations/<name>`; must not have `.` or `..` for a name; the vendor names
   * reservations with up to 63 lower-case letters, digits and hyphens that start with a letter, or by a number.
   */
  readonly name: Input<string>;
  /**
   * The role to grant, such as `roles/compute.viewer`. Rules: must name a role, without white space; the vendor names
   * roles `roles/<name>`, `projects/<project>/roles/<name>` or `organizations/<id>/roles/<name>`.
   */
  readonly role: Input<string>;
  /** Condition under which the binding applies. */
  readonly condition?: Input<ConditionArgs | undefined> | undefined;
}

/** Condition under which the binding applies. */
export interface Condition {
  /**
   * The condition itself, in the Common Expression Language. Rules: the vendor takes conditions of at most 4096
   * characters.
   */
  readonly expression: string;
  /** What the condition is for, in a few words. Rules: the vendor takes no condition without a title. */
  readonly title: string;
  /** What the condition is for, at length. Absent means "". */
  readonly description?: string | undefined;
}

/** Fields that an existing object must have. */
export interface ReservationIamMemberState {
  /**
   * Who gets the role: `user:<email>`, `serviceAccount:<email>`, `group:<email>` or `domain:<domain>` (a domain's
   * primary name). Rules: must be `user:<email>`, `serviceAccount:<email>`, `group:<email>` or `domain:<domain>`.
   */
  readonly member?: Input<string | undefined> | undefined;
  /**
   * The reservation: its bare name (in the provider's project and zone) or
   * `projects/<project>/zones/<zone>/reservations/<name>`. Rules: must be a bare name or
   * `projects/<project>/zones/<zone>/reservations/<name>`; must not have `.` or `..` for a name; the vendor names
   * reservations with up to 63 lower-case letters, digits and hyphens that start with a letter, or by a number.
   */
  readonly name?: Input<string | undefined> | undefined;
  /**
   * The role to grant, such as `roles/compute.viewer`. Rules: must name a role, without white space; the vendor names
   * roles `roles/<name>`, `projects/<project>/roles/<name>` or `organizations/<id>/roles/<name>`.
   */
  readonly role?: Input<string | undefined> | undefined;
  /** Condition under which the binding applies. */
  readonly condition?: Input<ConditionArgs | undefined> | undefined;
  /**
   * Tag of the policy's version on the platform. No drift when it moves: every write of the policy gives it another
   * tag, and what the policy holds is compared itself.
   */
  readonly etag?: Input<string | undefined> | undefined;
  /** Id under which the member can be imported. */
  readonly id?: Input<string | undefined> | undefined;
  /** Project of the reservation: the one that `name` gives, otherwise the provider's. */
  readonly project?: Input<string | undefined> | undefined;
}

/**
 * Grants one member one role on a reservation by setting the reservation's access policy, which replaces every grant of
 * the policy. Its audit configuration is not managed: writes keep it as it is, and drift does not compare it. Section
 * 2.6 of the specification.
 *
 * Ids that `get` and the option `import` take:
 * - `projects/<project>/zones/<zone>/reservations/<reservation> <role> <member> <conditionTitle>`
 * - `projects/<project>/zones/<zone>/reservations/<reservation> <role> <member>`
 * - `<reservation> <role> <member> <conditionTitle>`
 * - `<reservation> <role> <member>`
 *
 * @example
 * import { compute, google, project } from "plumbline-sdk";
 *
 * project("capacity");
 *
 * new google.Provider("google", { project: "acme-prod", zone: "europe-west1-b" });
 *
 * new compute.ReservationIamMember("viewers", {
 *   name: "migration-wave-1",
 *   role: "roles/compute.viewer",
 *   member: "group:migration@acme.example",
 *   condition: { title: "until-2028", expression: "request.time < timestamp(\"2028-01-01T00:00:00Z\")" },
 * });
 */
export class ReservationIamMember extends Resource {
  /**
   * Reads an existing object by an id that can be imported. It is never changed; `state` holds fields that it must
   * have.
   */
  static get(name: string, id: Input<string>, state?: ReservationIamMemberState, options?: ReadOptions<"google">): ReservationIamMember {
    return new ReservationIamMember(name, existing<ReservationIamMemberArgs>(id, state), options);
  }

  /** `name` is the logical name, unique among all resources and look-ups of the stack. */
  constructor(name: string, args: ReservationIamMemberArgs, options?: ResourceOptions<"google", keyof ReservationIamMemberArgs, "etag" | "project">) {
    super("compute:ReservationIamMember", "google", name, args, options as ResourceOptions | undefined);
  }

  /**
   * Who gets the role: `user:<email>`, `serviceAccount:<email>`, `group:<email>` or `domain:<domain>` (a domain's
   * primary name). Rules: must be `user:<email>`, `serviceAccount:<email>`, `group:<email>` or `domain:<domain>`.
   */
  get member(): Output<string> {
    return this.field("member");
  }

  /**
   * The reservation: its bare name (in the provider's project and zone) or
   * `projects/<project>/zones/<zone>/reservations/<name>`. Rules: must be a bare name or
   * `projects/<project>/zones/<zone>/reservations/<name>`; must not have `.` or `..` for a name; the vendor names
   * reservations with up to 63 lower-case letters, digits and hyphens that start with a letter, or by a number.
   */
  get name(): Output<string> {
    return this.field("name");
  }

  /**
   * The role to grant, such as `roles/compute.viewer`. Rules: must name a role, without white space; the vendor names
   * roles `roles/<name>`, `projects/<project>/roles/<name>` or `organizations/<id>/roles/<name>`.
   */
  get role(): Output<string> {
    return this.field("role");
  }

  /** Condition under which the binding applies. */
  get condition(): Output<Condition | undefined> {
    return this.field("condition");
  }

  /**
   * Tag of the policy's version on the platform. No drift when it moves: every write of the policy gives it another
   * tag, and what the policy holds is compared itself.
   */
  get etag(): Output<string> {
    return this.field("etag");
  }

  /** Id under which the member can be imported. */
  get id(): Output<string> {
    return this.field("id");
  }

  /** Project of the reservation: the one that `name` gives, otherwise the provider's. */
  get project(): Output<string> {
    return this.field("project");
  }
}
