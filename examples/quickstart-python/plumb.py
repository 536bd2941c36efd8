"""A migration portal over three vendors: who may sign in, who may spend reserved capacity, which way the traffic goes,
which collector reports, and what workspace administrators may do."""

import plumbline_sdk as plumb
from plumbline_sdk import authorization, azure, compute, connectors, databricks, google, iam, migrate, settings

plumb.project("portal")
environment = plumb.Config().string("environment", default="dev")

subscription = "/subscriptions/11111111-2222-3333-4444-555555555555"

google.Provider("google", project="acme-prod", region="europe-west1", zone="europe-west1-b")
azure.Provider("azure", subscription_id="11111111-2222-3333-4444-555555555555")
databricks.Provider("workspace", level="workspace")

# The way into the migration project; the network team made it.
link = migrate.get_private_endpoint_connection_output(
    resource_group_name="rg-migration",
    migrate_project_name="datacenter-exit",
    pe_connection_name="hub-pe.3f0c2a44-8d1e-4b57-9a3b-6c1d2e5f7a90",
    opts=plumb.InvokeOptions(name="link"),
)

portal = iam.OAuthClient(
    "portal",
    oauth_client_id="migration-portal",
    location="global",
    display_name=plumb.Output.format("Migration portal ({})", environment),
    client_type="CONFIDENTIAL_CLIENT",
    allowed_grant_types=["AUTHORIZATION_CODE_GRANT"],
    allowed_redirect_uris=["https://portal.acme.example/callback"],
    allowed_scopes=["https://www.googleapis.com/auth/cloud-platform"],
)

gateway = connectors.EndpointAttachment(
    "gateway",
    endpoint_attachment_id="portal-gateway",
    service_attachment="projects/acme-network/regions/europe-west1/serviceAttachments/portal",
    description=plumb.Output.format("Sign-in traffic of {}", portal.name),
    labels={"stack": "portal", "environment": environment},
)

compute.ReservationIamMember(
    "capacity",
    name="migration-wave-1",
    role="roles/compute.viewer",
    member="group:migration@acme.example",
    condition={
        "title": "until-2028",
        "expression": 'request.time < timestamp("2028-01-01T00:00:00Z")',
    },
)

approvers = authorization.RoleManagementPolicyAssignment(
    "approvers",
    scope=subscription,
    # Contributor
    role_definition_id=f"{subscription}/providers/Microsoft.Authorization/roleDefinitions/b24988ac-6180-42a0-ab88-20f7382dd24c",
)

migrate.ServerCollector(
    "collector",
    resource_group_name="rg-migration",
    project_name="datacenter-exit-assessment",
    properties=migrate.CollectorPropertiesArgs(
        discovery_site_id=f"{subscription}/resourceGroups/rg-migration/providers/Microsoft.OffAzure/ServerSites/dc-1",
        agent_properties=migrate.CollectorAgentPropertiesArgs(
            spn_details=migrate.CollectorBodyAgentSpnPropertiesArgs(
                application_id="6f1d2c3b-4a59-4e68-8b7c-0d9e8f7a6b5c",
                tenant_id="72f988bf-86f1-41af-91ab-2d7cd011db47",
                # The collector reports through the private link.
                audience=link.properties.private_endpoint.id,
            )
        ),
    ),
)

settings.RestrictWorkspaceAdmins(
    "guardrail",
    restrict_workspace_admins={"status": "RESTRICT_TOKENS_AND_JOB_RUN_AS"},
    opts=plumb.ResourceOptions(depends_on=[approvers]),
)

plumb.export("clientId", portal.client_id)
plumb.export("gatewayAddress", gateway.endpoint_ip)
plumb.export("linkStatus", link.properties.private_link_service_connection_state.status)
plumb.export("rulesInEffect", plumb.cel("size({})", approvers.effective_rules))
