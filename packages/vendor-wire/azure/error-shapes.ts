/** Errors come in three shapes: `CloudError`, `BareMessage`, and a JSON string with nothing around it. */
export interface CloudError {
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly target?: string;
    readonly details?: readonly { readonly code: string; readonly message: string }[];
  };
}

/** What the web server in front of a resource provider answers, e.g. to a method it does not route. */
export interface BareMessage {
  readonly message: string;
}

/** Structured codes (ARM resource-provider contract) that are given or understood here. */
export const errorCodes = {
  authenticationFailed: "AuthenticationFailed",
  authorizationFailed: "AuthorizationFailed",
  conflict: "Conflict",
  groupNotFound: "ResourceGroupNotFound",
  invalidApiVersion: "InvalidApiVersionParameter",
  invalidFilter: "InvalidFilter",
  invalidParameter: "InvalidParameter",
  invalidLink: "LinkedInvalidPropertyId",
  invalidPolicy: "InvalidPolicy",
  invalidRequest: "InvalidRequestContent",
  invalidResourceName: "InvalidResourceName",
  invalidResourceNamespace: "InvalidResourceNamespace",
  invalidResourceType: "InvalidResourceType",
  invalidSubscription: "InvalidSubscriptionId",
  missingApiVersion: "MissingApiVersionParameter",
  noRegisteredProvider: "NoRegisteredProviderFound",
  notFound: "NotFound",
  parentNotFound: "ParentResourceNotFound",
  preconditionFailed: "PreconditionFailed",
  resourceNotFound: "ResourceNotFound",
  subscriptionNotFound: "SubscriptionNotFound",
  unsupportedMediaType: "UnsupportedMediaType",
} as const;

/** Codes with which a 409 says that an object of this name is there already. Any other 409 is about its state. */
export const existsCodes: readonly string[] = ["ResourceAlreadyExists", "AlreadyExists"];

/**
 * Codes with which a 409 says that another operation has to end first, and that nothing was done: the same call again
 * does better. A lock (`ScopeLocked`) stands until a person takes it away. Source:
 * hashicorp/terraform-provider-azurerm#26635.
 */
export const busyCodes: readonly string[] = ["AnotherOperationInProgress"];

/**
 * Codes with which a 404 says that the object, or what it lies in, is not there. Every other 404 is about the way
 * there: another tenant (`SubscriptionNotFound`), the address of a type, a proxy.
 */
export const absenceCodes: readonly string[] = [
  errorCodes.resourceNotFound,
  errorCodes.notFound,
  errorCodes.groupNotFound,
  errorCodes.parentNotFound,
];

/** Those of them that tell of what the object lies in. */
export const parentAbsenceCodes: readonly string[] = [errorCodes.groupNotFound, errorCodes.parentNotFound];

/** Answer of the real service to a PUT that the documents list but that was never built: a bare JSON string. */
export const notImplementedMessage = "Not implemented exception";
