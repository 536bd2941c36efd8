/** For tests: uses of options and providers in Python. */

export const head = `import plumbline_sdk as plumb
from plumbline_sdk import azure, connectors, google, iam, migrate
`;

/** An endpoint attachment under a name, both as Python writes them. */
export const gate = (name: string, more = ""): string =>
  `connectors.EndpointAttachment(${name}, endpoint_attachment_id=${name}, ` +
  `service_attachment="projects/p/regions/r/serviceAttachments/s"${more})`;

/** What stands before the lines. */
export const typed = `${head}
goo = google.Provider("google", project="acme")
azu = azure.Provider("azure", subscription_id="s")

def gate(opts: "plumb.ResourceOptions | None" = None) -> connectors.EndpointAttachment:
    return connectors.EndpointAttachment("a", endpoint_attachment_id="a", service_attachment="b", opts=opts)
`;
const called = (opts: string): string => gate('"b"', `, opts=${opts}`);
/** Calls that type checkers accept. */
export const sound = [
  called(
    'plumb.ResourceOptions(provider=goo, ignore_changes=["labels", plumb.FieldPath("labels.team")], on_drift="warn")',
  ),
  called('plumb.ResourceOptions(protect=True, depends_on=[gate()], additional_secret_outputs=["endpoint_ip"])'),
  'shared: plumb.ResourceOptions = plumb.ResourceOptions(ignore_changes=["labels"])',
  called("shared"),
  "protected = plumb.ResourceOptions(protect=True)",
  called("protected"),
  'plumb.ComponentResource("a:B", "c", plumb.ResourceOptions(providers=[goo, azu]))',
  'migrate.get_private_endpoint_connection("m", "p", "r", plumb.InvokeOptions(provider=azu))',
];
/** Calls that they refuse. */
export const unsound = [
  called("plumb.ResourceOptions(provider=azu)"),
  called('plumb.ResourceOptions(ignore_changes=["labelz"])'),
  called('plumb.ResourceOptions(replace_on_changes=["labelz"])'),
  called('plumb.ResourceOptions(additional_secret_outputs=["endpoint_ipx"])'),
  called("plumb.ResourceOptions(protected=True)"),
  called('plumb.ResourceOptions(on_destroy="keep")'),
  called('plumb.ResourceOptions(custom_timeouts="5m")'),
  'google.Provider("g", projekt="acme")',
  'google.Provider("g", default="yes")',
  'connectors.EndpointAttachment.get("h", "id", labels=1)',
  'connectors.EndpointAttachment.get("h", "id", plumb.ResourceOptions(provider=azu))',
  'migrate.get_private_endpoint_connection("m", "p", "r", plumb.InvokeOptions(provider=goo))',
];
