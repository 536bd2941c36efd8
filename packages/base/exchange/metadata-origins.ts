/**
 * Where machines in a cloud are told their own identity: link-local addresses, which speak http. Source: AWS's and
 * Azure's documentation of instance metadata.
 */
export const metadataOrigins: readonly string[] = ["http://169.254.169.254", "http://[fd00:ec2::254]"];
