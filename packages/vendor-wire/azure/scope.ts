const subscriptionProvider = "providers/microsoft.subscription/";

/**
 * A scope without slashes at its ends, and without the provider segment that some clients put before a
 * subscription: `providers/Microsoft.Subscription/subscriptions/{id}` is the scope `subscriptions/{id}`.
 */
export function plainScope(scope: string): string {
  const bare = scope.replace(/^\/+|\/+$/g, "");
  return bare.toLowerCase().startsWith(`${subscriptionProvider}subscriptions/`)
    ? bare.slice(subscriptionProvider.length)
    : bare;
}

/** How the call spelled what comes before a subscription: nothing, or the provider that some clients put there. */
export function subscriptionPrefix(scope: string): string {
  const bare = scope.replace(/^\/+|\/+$/g, "");
  return plainScope(bare) === bare ? "" : `/${bare.slice(0, subscriptionProvider.length - 1)}`;
}

/**
 * Whether two texts name one scope (or one id under it): spelling of the subscription, slashes and case have no
 * meaning.
 */
export function sameScope(a: string, b: string): boolean {
  return plainScope(a).toLowerCase() === plainScope(b).toLowerCase();
}

/** The last segment of an id. */
export function lastSegment(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}

const scoped = "{+scope}/";

/** A path template for every scope: as it is, and without the scope, which is empty for the tenant. */
export function templatesAtScopes(template: string): readonly string[] {
  return template.startsWith(scoped) ? [template, template.slice(scoped.length)] : [template];
}

/** The id of what is at a plain scope, `rest` being its path from there. */
export function idAtScope(scope: string, rest: string): string {
  return scope === "" ? `/${rest}` : `/${scope}/${rest}`;
}
