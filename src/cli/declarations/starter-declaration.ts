const firstLine = "# What this stack should be. `plumb plan` shows what would change, `plumb up` brings it about.";

/** What `plumb init` writes: two resources, a reference between them, an output. */
export const starterDeclaration = `${firstLine}
# Without accounts or credentials this works on the local cloud that comes with plumb.
name: portal

config:
  environment: { type: string, default: dev } # another value: --config environment=prod

providers:
  google:
    kind: google
    project: acme-dev
    region: europe-west1

resources:
  # An OAuth client through which people sign in.
  portal:
    type: iam:OAuthClient
    properties:
      oauthClientId: web-portal
      location: global
      displayName: "Portal (\${config.environment})"
      allowedGrantTypes: [AUTHORIZATION_CODE_GRANT]
      allowedRedirectUris: ["https://portal.example.com/callback"]
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"]

  # A private way to the portal's backend; it refers to the client, so it is made after it.
  backend:
    type: connectors:EndpointAttachment
    properties:
      endpointAttachmentId: portal-backend
      serviceAttachment: projects/acme-dev/regions/europe-west1/serviceAttachments/portal-backend
      description: "Backend of \${portal.displayName}"
      labels:
        environment: "\${config.environment}"
        client: "\${portal.oauthClientId}"

outputs:
  clientId: "\${portal.clientId}"
  backendIp: "\${backend.endpointIp}"
`;
