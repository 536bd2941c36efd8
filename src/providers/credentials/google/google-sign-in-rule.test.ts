import { describe, expect, test } from "vitest";
import { refusalOfSignIn, refusalOfUniverse, type SignInPolicy, type SignInUse } from "./google-sign-in-rule.ts";

const policy: SignInPolicy = { environment: {}, origins: [] };
const isAllowed = (address: string, use: SignInUse, more: Partial<SignInPolicy> = {}) =>
  refusalOfSignIn(address, use, { ...policy, ...more }) === null;

describe("where credentials are exchanged", () => {
  test.each<[SignInUse, string]>([
    ["sts", "https://sts.googleapis.com/v1/token"],
    ["sts", "https://STS.googleapis.com:443/v1/token"],
    ["sts", "https://sts.mtls.googleapis.com/v1/token"],
    ["sts", "https://sts.europe-west3.rep.googleapis.com/v1/token"],
    ["sts", "https://sts.s3nsapis.fr/v1/token"],
    ["sts", "https://sts.u-france-east1.rep.s3nsapis.fr/v1/token"],
    ["iamcredentials", "https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/a@b:generateAccessToken"],
    ["oauth2", "https://oauth2.googleapis.com/token"],
    ["oauth2", "https://accounts.google.com/o/oauth2/token"],
    ["oauth2", "https://www.googleapis.com/oauth2/v4/token"],
  ])("%s at %s", (use, address) => expect(isAllowed(address, use)).toBe(true));

  test.each<[SignInUse, string]>([
    ["sts", "http://sts.googleapis.com/v1/token"],
    ["sts", "https://sts.googleapis.com:444/v1/token"],
    ["sts", "https://user@sts.googleapis.com/v1/token"],
    ["sts", "https://sts.googleapis.com./v1/token"],
    ["sts", "https://evil.googleapis.com/v1/token"],
    ["sts", "https://iamcredentials.googleapis.com/v1/token"],
    ["sts", "https://sts.evil.rep.googleapis.com/v1/token"],
    ["sts", "https://sts.x.europe-west3.rep.googleapis.com/v1/token"],
    ["sts", "https://sts-acme.p.googleapis.com/v1/token"],
    ["sts", "https://sts.googleapis.com.evil.example/v1/token"],
    ["sts", "https://evil-sts.googleapis.com/v1/token"],
    ["sts", "https://accounts.google.com/v1/token"],
    ["oauth2", "https://oauth2.s3nsapis.fr.evil.example/token"],
    ["oauth2", "https://www.s3nsapis.fr/token"],
    ["sts", "https://[fd00:ec2::254]/token"],
    ["sts", "no URL"],
  ])("not %s at %s", (use, address) => expect(isAllowed(address, use)).toBe(false));

  test("an allowed origin, by https and away from this machine only", () => {
    const origins = [
      "https://sts.corp.example",
      "https://10.0.0.7",
      "http://localhost:9",
      "https://127.0.0.1",
      "http://sts.b",
    ];
    const address = (origin: string) => isAllowed(`${origin}/token`, "sts", { origins });
    expect(origins.filter(address)).toEqual(["https://sts.corp.example", "https://10.0.0.7"]);
  });

  test("a universe is known, or named by the operator's environment", () => {
    expect(["googleapis.com", "s3nsapis.fr", "S3NSapis.fr"].map((each) => refusalOfUniverse(each, policy))).toEqual([
      null,
      null,
      null,
    ]);
    expect(refusalOfUniverse("own.example", policy)).toContain("GOOGLE_CLOUD_UNIVERSE_DOMAIN");
    const named = { environment: { GOOGLE_CLOUD_UNIVERSE_DOMAIN: "own.example" } };
    expect(refusalOfUniverse("own.example", { ...policy, ...named })).toBeNull();
    expect(isAllowed("https://sts.own.example/v1/token", "sts")).toBe(false);
    expect(isAllowed("https://sts.own.example/v1/token", "sts", named)).toBe(true);
  });
});

describe("what a workload proves itself with", () => {
  const runner = "https://run-actions-1.actions.githubusercontent.com";
  test.each([
    ["AWS's or Azure's metadata", "http://169.254.169.254/latest/api/token", true],
    ["AWS's metadata by IPv6", "http://[fd00:ec2::254]/latest/api/token", true],
    ["another port there", "http://169.254.169.254:81/x", false],
    ["another link-local address", "http://169.254.1.1/x", false],
    ["where the runner says", `${runner}/x?audience=y`, true],
    ["a neighbour of the runner's", "https://evil.actions.githubusercontent.com/x", false],
    ["an allowed origin", "https://issuer.corp.example/token", true],
    ["an allowed port of this machine", "http://localhost:5000/token", true],
    ["another one", "http://localhost:5001/token", false],
    ["elsewhere", "https://evil.example/token", false],
  ])("from %s", (_, address, expected) => {
    const environment = { ACTIONS_ID_TOKEN_REQUEST_URL: `${runner}/x` };
    const origins = ["https://issuer.corp.example", "http://localhost:5000", "http://169.254.1.1"];
    expect(isAllowed(address, "subject", { environment, origins })).toBe(expected);
  });

  test("a runner by plain http is none", () => {
    const environment = { ACTIONS_ID_TOKEN_REQUEST_URL: "http://evil.example/x" };
    expect(isAllowed("http://evil.example/x", "subject", { environment })).toBe(false);
  });
});

test.each([
  ["https://sts.{region}.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15", true],
  ["https://sts.cn-north-1.amazonaws.com.cn?Action=GetCallerIdentity&Version=2011-06-15", true],
  ["https://sts.{region}.amazonaws.com?Action=GetCallerIdentity&Action=AssumeRole", false],
  ["https://iam.amazonaws.com?Action=CreateAccessKey", false],
  ["https://sts.{region}.evil.example/.amazonaws.com?Action=GetCallerIdentity", false],
  ["http://sts.{region}.amazonaws.com?Action=GetCallerIdentity", false],
])("what AWS is to sign may be %s: %s", (address, expected) => {
  expect(isAllowed(address, "caller-identity")).toBe(expected);
});
