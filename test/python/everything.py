"""The same as test/sdk/everything.yaml."""

import plumbline_sdk as plumb
from plumbline_sdk import authorization, azure, compute, connectors, databricks, google, iam, migrate, settings

plumb.project("everything")
config = plumb.Config()
environment = config.string("environment", default="dev", description="Where it runs.")
hours = config.integer("hours", default=8)
labels = config.map("labels", default={"team": "identity"})
my_key = config.list("my-key", default=["a", "b"])
config.string("token", secret=True, default="hush")

gcp = google.Provider(
    "google",
    default=True,
    project="acme",
    region="eu1",
    zone="eu1-b",
    base_url="https://google.example",
    local_principal="owner",
)
arm = azure.Provider("azure", subscription_id="11111111-2222-3333-4444-555555555555")
workspace = databricks.Provider(
    "workspace",
    level="workspace",
    account_id="7",
    base_url=plumb.Output.format("https://{}.example", environment),
)

portal = iam.OAuthClient(
    "portal",
    allowed_grant_types=["AUTHORIZATION_CODE_GRANT", "REFRESH_TOKEN_GRANT"],
    allowed_redirect_uris=[
        "https://a.example/callback",
        plumb.Output.concat("https://", environment, ".example/callback"),
    ],
    allowed_scopes=["https://www.googleapis.com/auth/cloud-platform"],
    location="global",
    oauth_client_id="web-portal",
    client_type="CONFIDENTIAL_CLIENT",
    description='A literal ${x}, a quote " and a backslash \\ and ümlauts',
    disabled=False,
    display_name="Portal",
    project="acme",
    opts=plumb.ResourceOptions(
        protect=True,
        ignore_changes=["display_name"],
        replace_on_changes=["description"],
        delete_before_replace=True,
        retain_on_delete=False,
        on_destroy="delete",
        custom_timeouts=plumb.CustomTimeouts(create="5m", update="30s", delete="1h"),
        aliases=["old-portal"],
        import_="global/web-portal",
        version="v1",
        additional_secret_outputs=["expire_time"],
        on_drift="warn",
    ),
)

gate = connectors.EndpointAttachment(
    "my-gate",
    endpoint_attachment_id="gate",
    service_attachment="projects/acme/regions/eu1/serviceAttachments/s",
    description=plumb.Output.format("Costs ${} of {}", hours, portal.name),
    labels={"team": labels["team"], "my_key": "a", "myKey": "b"},
    location="eu1",
    project=portal.project,
    opts=plumb.ResourceOptions(parent=portal, provider=gcp),
)

compute.ReservationIamMember(
    "member",
    member="user:a@example.com",
    name="projects/acme/zones/eu1-b/reservations/r",
    role="roles/compute.viewer",
    condition=compute.ConditionArgs(
        expression='request.time < timestamp("2030-01-01T00:00:00Z")',
        title="until 2030",
        description=gate.description,
    ),
    opts=plumb.ResourceOptions(deleted_with=portal),
)

authorization_folder = "/subscriptions/s/providers/Microsoft.Authorization"
policy = "00000000-0000-0000-0000-000000000001"
role = "00000000-0000-0000-0000-000000000002"
assignment = authorization.RoleManagementPolicyAssignment(
    "assignment",
    scope="/subscriptions/s",
    policy_id=f"{authorization_folder}/roleManagementPolicies/{policy}",
    role_definition_id=f"{authorization_folder}/roleDefinitions/{role}",
    role_management_policy_assignment_name=f"{policy}_{role}",
)

link = migrate.get_private_endpoint_connection_controller_private_endpoint_connection_output(
    migrate_project_name="m",
    pe_connection_name=my_key[0],
    resource_group_name="rg",
    opts=plumb.InvokeOptions(name="link", provider=arm, depends_on=[portal]),
)

migrate.ServerCollector(
    "collector",
    {
        "project_name": "p",
        "resource_group_name": "rg",
        "e_tag": '"1"',
        "properties": {
            "agent_properties": {
                "spn_details": {
                    "application_id": "a",
                    "audience": link.properties.private_endpoint.id,
                    "authority": "c",
                    "object_id": "d",
                    "tenant_id": "e",
                }
            },
            "discovery_site_id": "/s",
        },
        "server_collector_name": "collector",
    },
)

settings.RestrictWorkspaceAdmins(
    "guardrail",
    restrict_workspace_admins=settings.RestrictWorkspaceAdminsConfigurationArgs(
        status="RESTRICT_TOKENS_AND_JOB_RUN_AS"
    ),
    etag="x",
    setting_name="default",
    opts=plumb.ResourceOptions(depends_on=[assignment, gate, link], provider=workspace),
)

legacy = iam.OAuthClient.get(
    "legacy", "global/legacy", plumb.ResourceOptions(provider=gcp), display_name="Legacy", client_id="1"
)

plumb.export("clientId", portal.client_id)
plumb.export("both", [1, True, legacy.state, {"tag": link.e_tag, "level": assignment.effective_rules[0].target.level}])
plumb.export("rules", plumb.cel("size({}) + {}", assignment.effective_rules, 1))
plumb.export("nothing", [])
