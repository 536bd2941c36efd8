import { describe, expect, test } from "vitest";
import { proxyOf } from "./proxy-of.ts";

const by = (environment: Readonly<Record<string, string>>, url = "https://iam.googleapis.com/v1") =>
  proxyOf(new URL(url), environment);

describe("the proxy of a call", () => {
  test.each([
    [{}, "direct"],
    [{ HTTPS_PROXY: "" }, "direct"],
    [{ HTTP_PROXY: "http://proxy.example" }, "direct"],
    [{ HTTPS_PROXY: "http://proxy.example:8080" }, "http://proxy.example:8080/"],
    [{ https_proxy: "http://small.example", HTTPS_PROXY: "http://large.example" }, "http://small.example/"],
    [{ HTTPS_PROXY: "proxy.example:8080" }, "http://proxy.example:8080/"],
    [{ HTTPS_PROXY: "https://ada:secret@proxy.example" }, "https://ada:secret@proxy.example/"],
    [{ HTTPS_PROXY: "socks5://proxy.example" }, "unusable"],
    [{ HTTPS_PROXY: "::" }, "unusable"],
  ])("%j: %s", (environment, expected) => {
    const route = by(environment);
    expect(route.kind === "proxy" ? route.url : route.kind).toBe(expected);
  });

  test("a password in what is no address is not told", () => {
    expect(JSON.stringify(by({ HTTPS_PROXY: "socks5://ada:secret@proxy.example" }))).not.toContain("secret");
    expect(JSON.stringify(by({ HTTPS_PROXY: "http://ada:secret@" }))).not.toContain("secret");
  });

  test.each([
    ["*", true],
    ["googleapis.com", true],
    [".googleapis.com", true],
    ["*.googleapis.com", true],
    ["iam.googleapis.com", true],
    ["other.example, IAM.googleapis.com:443", true],
    ["other.example iam.googleapis.com", true],
    ["iam.googleapis.com:8443", false],
    ["apis.com", false],
    [".iam.googleapis.com", false],
    ["192.0.2.0/24", false],
    ["", false],
  ])("NO_PROXY=%s names iam.googleapis.com: %s", (list, isDirect) => {
    const route = by({ HTTPS_PROXY: "http://proxy.example", NO_PROXY: list });
    expect(route.kind).toBe(isDirect ? "direct" : "proxy");
  });

  test.each([
    ["https://192.0.2.7", "192.0.2.0/24", true],
    ["https://192.0.2.7", "192.0.2.7", true],
    ["https://192.0.2.7", "192.0.2.0/33", false],
    ["https://192.0.2.7", "2.7", false],
    ["https://[2001:db8::7]", "2001:db8::/32", true],
    ["https://[2001:db8::7]:8443", "[2001:db8::7]:8443", true],
    ["https://workspace.localhost:8443", "", true],
  ])("%s, with NO_PROXY=%s, goes directly: %s", (url, list, isDirect) => {
    const route = by({ HTTPS_PROXY: "http://proxy.example", no_proxy: list }, url);
    expect(route.kind).toBe(isDirect ? "direct" : "proxy");
  });

  test.each([
    ["http://169.254.169.254/latest/api/token", true],
    ["http://169.254.170.2/v2/credentials", true],
    ["http://[fe80::1]/x", true],
    ["http://[::ffff:169.254.169.254]/x", true],
    ["http://[fd00:ec2::254]/latest/api/token", true],
    ["http://[fd00:ec2::255]/latest/api/token", false],
    ["http://10.0.0.1/x", false],
    ["http://169.253.0.1/x", false],
  ])("no proxy is asked for what only this machine reaches: %s: %s", (url, isDirect) => {
    const proxies = { HTTP_PROXY: "http://proxy.example", HTTPS_PROXY: "http://proxy.example" };
    expect(by(proxies, url).kind).toBe(isDirect ? "direct" : "proxy");
  });
});
