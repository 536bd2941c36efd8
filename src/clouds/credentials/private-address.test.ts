import { describe, expect, test } from "vitest";
import { addressIn, privateKindOf } from "./private-address.ts";

describe("privateKindOf", () => {
  test.each([
    ["127.0.0.1", "loopback"],
    ["127.255.255.254", "loopback"],
    ["::1", "loopback"],
    ["::ffff:127.0.0.1", "loopback"],
    ["169.254.169.254", "link-local"],
    ["fe80::1", "link-local"],
    ["febf::1", "link-local"],
    ["::ffff:169.254.169.254", "link-local"],
    ["0.0.0.0", "private"],
    ["::", "private"],
    ["10.1.2.3", "private"],
    ["100.100.100.200", "private"],
    ["172.16.0.1", "private"],
    ["172.31.255.255", "private"],
    ["192.168.1.1", "private"],
    ["fd00::1", "private"],
    ["64:ff9b::a9fe:a9fe", "private"],
    ["172.15.255.255", null],
    ["172.32.0.1", null],
    ["100.128.0.1", null],
    ["169.253.255.255", null],
    ["8.8.8.8", null],
    ["::ffff:8.8.8.8", null],
    ["2001:4860:4860::8888", null],
  ])("%s is %s", (address, kind) => expect(privateKindOf(address)).toBe(kind));
});

test.each([
  ["http://10.0.0.1/", "10.0.0.1"],
  ["http://[fe80::1]:8080/", "fe80::1"],
  // However it is spelled, the URL's parser sees through it.
  ["http://2130706433/", "127.0.0.1"],
  ["http://0x7f.1/", "127.0.0.1"],
  ["http://example.com/", undefined],
])("the address in %s is %s", (url, expected) => expect(addressIn(new URL(url).hostname)).toBe(expected));
