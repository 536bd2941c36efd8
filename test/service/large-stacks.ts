import { digest } from "../../packages/base/digest.ts";
import type { Json, JsonObject } from "../../packages/base/json/json.ts";

/**
 * A declaration of so many objects, all of them right. `tag` tells two of them apart in every object, `name` begins the
 * names of the objects.
 */
export function largeDeclaration(objects: number, tag = "first", name = "client"): string {
  const resources = Array.from(
    { length: objects },
    (_, number) =>
      `  r${number}:\n    type: iam:OAuthClient\n` +
      `    properties: { oauthClientId: ${name}-${number}, description: "${tag} ${number}", location: global, ` +
      "clientType: CONFIDENTIAL_CLIENT, allowedGrantTypes: [AUTHORIZATION_CODE_GRANT], " +
      `allowedRedirectUris: ["https://x"], allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"] }\n`,
  );
  return (
    "name: large\nproviders:\n  google: { kind: google, project: acme, region: here }\nresources:\n" +
    `${resources.join("")}`
  );
}

/** The exported state of a stack with one object, `imported-0`, as that of a stack with so many like it. */
export function multipliedState(exported: JsonObject, objects: number): JsonObject {
  const { digest: _, ...content } = exported;
  const [only] = content["records"] as readonly Json[];
  const text = JSON.stringify(only);
  const uid = String((only as JsonObject)["uid"]);
  const records = Array.from({ length: objects }, (_, number) => {
    const own = text
      .replaceAll("imported-0", `imported-${number}`)
      .replaceAll(uid, `${number.toString(16).padStart(6, "0")}${uid.slice(6)}`);
    return { ...(JSON.parse(own) as JsonObject), address: `r${number}` };
  });
  const whole: JsonObject = { ...content, records };
  return { ...whole, digest: digest(whole) };
}
