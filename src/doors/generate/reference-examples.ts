/** A whole declaration for each type, as its reference page shows it. Every one is planned by a test, in every language. */
export const referenceExamples: Readonly<Record<string, string>> = {
  "iam:OAuthClient": `name: portal

providers:
  google: { kind: google, project: acme-prod }

resources:
  portal:
    type: iam:OAuthClient
    properties:
      oauthClientId: web-portal
      location: global
      displayName: Portal
      clientType: CONFIDENTIAL_CLIENT
      allowedGrantTypes: [AUTHORIZATION_CODE_GRANT]
      allowedRedirectUris: ["https://portal.acme.example/callback"]
      allowedScopes: ["https://www.googleapis.com/auth/cloud-platform"]

outputs:
  clientId: \${portal.clientId}
`,
  "authorization:RoleManagementPolicyAssignment": `name: approvals

providers:
  azure: { kind: azure, subscriptionId: 11111111-2222-3333-4444-555555555555 }

resources:
  approvers:
    type: authorization:RoleManagementPolicyAssignment
    properties:
      scope: /subscriptions/11111111-2222-3333-4444-555555555555
      roleDefinitionId: /subscriptions/11111111-2222-3333-4444-555555555555/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c

outputs:
  rulesInEffect: \${size(approvers.effectiveRules)}
`,
  "connectors:EndpointAttachment": `name: gateway

providers:
  google: { kind: google, project: acme-prod, region: europe-west1 }

resources:
  gateway:
    type: connectors:EndpointAttachment
    properties:
      endpointAttachmentId: portal-gateway
      serviceAttachment: projects/acme-network/regions/europe-west1/serviceAttachments/portal
      description: Sign-in traffic of the portal
      labels: { team: identity }

outputs:
  address: \${gateway.endpointIp}
`,
  "migrate:ServerCollector": `name: assessment

providers:
  azure: { kind: azure, subscriptionId: 11111111-2222-3333-4444-555555555555 }

resources:
  collector:
    type: migrate:ServerCollector
    properties:
      resourceGroupName: rg-migration
      projectName: datacenter-exit-assessment
      properties:
        discoverySiteId: /subscriptions/11111111-2222-3333-4444-555555555555/resourceGroups/rg-migration/providers/Microsoft.OffAzure/ServerSites/dc-1
        agentProperties:
          spnDetails:
            applicationId: 6f1d2c3b-4a59-4e68-8b7c-0d9e8f7a6b5c
            tenantId: 72f988bf-86f1-41af-91ab-2d7cd011db47

outputs:
  agent: \${collector.properties.agentProperties.id}
`,
  "compute:ReservationIamMember": `name: capacity

providers:
  google: { kind: google, project: acme-prod, zone: europe-west1-b }

resources:
  viewers:
    type: compute:ReservationIamMember
    properties:
      name: migration-wave-1
      role: roles/compute.viewer
      member: group:migration@acme.example
      condition:
        title: until-2028
        expression: request.time < timestamp("2028-01-01T00:00:00Z")
`,
  "settings:RestrictWorkspaceAdmins": `name: guardrails

providers:
  workspace: { kind: databricks, level: workspace }

resources:
  guardrail:
    type: settings:RestrictWorkspaceAdmins
    properties:
      restrictWorkspaceAdmins: { status: RESTRICT_TOKENS_AND_JOB_RUN_AS }
`,
  "migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection": `name: link

providers:
  azure: { kind: azure, subscriptionId: 11111111-2222-3333-4444-555555555555 }

lookups:
  link:
    function: migrate:getPrivateEndpointConnectionControllerPrivateEndpointConnection
    arguments:
      resourceGroupName: rg-migration
      migrateProjectName: datacenter-exit
      peConnectionName: hub-pe.3f0c2a44-8d1e-4b57-9a3b-6c1d2e5f7a90

outputs:
  status: \${link.properties.privateLinkServiceConnectionState.status}
  version: \${link.platformApiVersion}
`,
};
