// Generated from the resource definitions by `npm run generate`; changes are lost.
// biome-ignore-all format: lines are broken by the generator
import type { Input, Output } from "../outputs/output.ts";
import type { ReadOptions, ResourceOptions } from "../resources/options.ts";
import { existing, Resource } from "../resources/resource.ts";

/** Arguments of EndpointAttachment. */
export interface EndpointAttachmentArgs {
  /**
   * Identifier of the attachment, unique within its project and location. It is never chosen for you. Rules: must be a
   * single name: not empty and without slashes; must not be `.` or `..`; the vendor takes up to 63 lower-case letters,
   * digits and hyphens that start with a letter and do not end with a hyphen. A change replaces the object.
   */
  readonly endpointAttachmentId: Input<string>;
  /**
   * Path of the service attachment, `projects/<project>/regions/<region>/serviceAttachments/<name>`. Rules: the vendor
   * takes `projects/<project>/regions/<region>/serviceAttachments/<name>`. The platform documents it as not updatable.
   */
  readonly serviceAttachment: Input<string>;
  /** What the attachment is for. Absent means "". */
  readonly description?: Input<string | undefined> | undefined;
  /**
   * Labels of your own. Rules: the vendor takes up to 64 labels; the vendor takes label keys of up to 63 lower-case
   * letters, digits, underscores and hyphens that start with a letter.
   */
  readonly labels?: Input<Readonly<Record<string, Input<string>>> | undefined> | undefined;
  /**
   * Location of the attachment; the provider's region when left out. Rules: must be a single name: not empty and
   * without slashes; must not be `.` or `..`. Left out: the provider's region. A change replaces the object.
   */
  readonly location?: Input<string | undefined> | undefined;
  /**
   * Id of the project that owns the attachment; the provider's project when left out. Rules: must be a single name: not
   * empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A change replaces the object.
   */
  readonly project?: Input<string | undefined> | undefined;
}

/** Fields that an existing object must have. */
export interface EndpointAttachmentState {
  /**
   * Identifier of the attachment, unique within its project and location. It is never chosen for you. Rules: must be a
   * single name: not empty and without slashes; must not be `.` or `..`; the vendor takes up to 63 lower-case letters,
   * digits and hyphens that start with a letter and do not end with a hyphen. A change replaces the object.
   */
  readonly endpointAttachmentId?: Input<string | undefined> | undefined;
  /**
   * Path of the service attachment, `projects/<project>/regions/<region>/serviceAttachments/<name>`. Rules: the vendor
   * takes `projects/<project>/regions/<region>/serviceAttachments/<name>`. The platform documents it as not updatable.
   */
  readonly serviceAttachment?: Input<string | undefined> | undefined;
  /** What the attachment is for. Absent means "". */
  readonly description?: Input<string | undefined> | undefined;
  /**
   * Labels of your own. Rules: the vendor takes up to 64 labels; the vendor takes label keys of up to 63 lower-case
   * letters, digits, underscores and hyphens that start with a letter.
   */
  readonly labels?: Input<Readonly<Record<string, Input<string>>> | undefined> | undefined;
  /**
   * Location of the attachment; the provider's region when left out. Rules: must be a single name: not empty and
   * without slashes; must not be `.` or `..`. Left out: the provider's region. A change replaces the object.
   */
  readonly location?: Input<string | undefined> | undefined;
  /**
   * Id of the project that owns the attachment; the provider's project when left out. Rules: must be a single name: not
   * empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A change replaces the object.
   */
  readonly project?: Input<string | undefined> | undefined;
  /** When the attachment was created. */
  readonly createTime?: Input<string | undefined> | undefined;
  /** Private address at which the attached service answers. */
  readonly endpointIp?: Input<string | undefined> | undefined;
  /** Id under which the attachment can be imported. */
  readonly id?: Input<string | undefined> | undefined;
  /** Full name of the attachment on the platform. */
  readonly name?: Input<string | undefined> | undefined;
  /** When the attachment was last changed. */
  readonly updateTime?: Input<string | undefined> | undefined;
}

/**
 * Attaches a published service to a project and location, so that connectors reach it over a private address. Section
 * 2.3 of the specification.
 *
 * Ids that `get` and the option `import` take:
 * - `projects/<project>/locations/<location>/endpointAttachments/<endpointAttachmentId>`
 * - `<project>/<location>/<endpointAttachmentId>`
 * - `<location>/<endpointAttachmentId>`
 *
 * @example
 * import { connectors, google, project } from "plumbline-sdk";
 *
 * project("gateway");
 *
 * new google.Provider("google", { project: "acme-prod", region: "europe-west1" });
 *
 * const gateway = new connectors.EndpointAttachment("gateway", {
 *   endpointAttachmentId: "portal-gateway",
 *   serviceAttachment: "projects/acme-network/regions/europe-west1/serviceAttachments/portal",
 *   description: "Sign-in traffic of the portal",
 *   labels: { team: "identity" },
 * });
 *
 * export const address = gateway.endpointIp;
 */
export class EndpointAttachment extends Resource {
  /**
   * Reads an existing object by an id that can be imported. It is never changed; `state` holds fields that it must
   * have.
   */
  static get(name: string, id: Input<string>, state?: EndpointAttachmentState, options?: ReadOptions<"google">): EndpointAttachment {
    return new EndpointAttachment(name, existing<EndpointAttachmentArgs>(id, state), options);
  }

  /** `name` is the logical name, unique among all resources and look-ups of the stack. */
  constructor(name: string, args: EndpointAttachmentArgs, options?: ResourceOptions<"google", keyof EndpointAttachmentArgs, "createTime" | "endpointIp" | "name" | "updateTime">) {
    super("connectors:EndpointAttachment", "google", name, args, options as ResourceOptions | undefined);
  }

  /**
   * Identifier of the attachment, unique within its project and location. It is never chosen for you. Rules: must be a
   * single name: not empty and without slashes; must not be `.` or `..`; the vendor takes up to 63 lower-case letters,
   * digits and hyphens that start with a letter and do not end with a hyphen. A change replaces the object.
   */
  get endpointAttachmentId(): Output<string> {
    return this.field("endpointAttachmentId");
  }

  /**
   * Path of the service attachment, `projects/<project>/regions/<region>/serviceAttachments/<name>`. Rules: the vendor
   * takes `projects/<project>/regions/<region>/serviceAttachments/<name>`. The platform documents it as not updatable.
   */
  get serviceAttachment(): Output<string> {
    return this.field("serviceAttachment");
  }

  /** What the attachment is for. Absent means "". */
  get description(): Output<string | undefined> {
    return this.field("description");
  }

  /**
   * Labels of your own. Rules: the vendor takes up to 64 labels; the vendor takes label keys of up to 63 lower-case
   * letters, digits, underscores and hyphens that start with a letter.
   */
  get labels(): Output<Readonly<Record<string, string>> | undefined> {
    return this.field("labels");
  }

  /**
   * Location of the attachment; the provider's region when left out. Rules: must be a single name: not empty and
   * without slashes; must not be `.` or `..`. Left out: the provider's region. A change replaces the object.
   */
  get location(): Output<string | undefined> {
    return this.field("location");
  }

  /**
   * Id of the project that owns the attachment; the provider's project when left out. Rules: must be a single name: not
   * empty and without slashes; must not be `.` or `..`. Left out: the provider's project. A change replaces the object.
   */
  get project(): Output<string | undefined> {
    return this.field("project");
  }

  /** When the attachment was created. */
  get createTime(): Output<string> {
    return this.field("createTime");
  }

  /** Private address at which the attached service answers. */
  get endpointIp(): Output<string> {
    return this.field("endpointIp");
  }

  /** Id under which the attachment can be imported. */
  get id(): Output<string> {
    return this.field("id");
  }

  /** Full name of the attachment on the platform. */
  get name(): Output<string> {
    return this.field("name");
  }

  /** When the attachment was last changed. */
  get updateTime(): Output<string> {
    return this.field("updateTime");
  }
}
