import fc from "fast-check";
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
    // IPv4 addresses within IPv6 ones: DNS64 (RFC 6052, 8215), 6to4 (RFC 3056), Teredo (RFC 4380), compatible (RFC
    // 4291).
    ["64:ff9b::a9fe:a9fe", "link-local"],
    ["64:ff9b::8.8.8.8", null],
    ["64:ff9b::10.1.2.3", "private"],
    ["64:ff9b::127.0.0.1", "loopback"],
    ["64:ff9b:1::8.8.8.8", null],
    ["64:ff9b:1::10.1.2.3", "private"],
    ["64:ff9b:1:a9fe:a9:fe00::", "link-local"],
    ["64:ff9b:1:0:a9:fea9:fe00::", "link-local"],
    ["2002:a01:203::1", "private"],
    ["2002:a9fe:a9fe::", "link-local"],
    ["2002:808:808::1", null],
    ["2001:0:4136:e378:8000:63bf:f5fe:fdfc", "private"],
    ["2001:0:a01:203:8000:63bf:f7f7:f7f7", "private"],
    ["2001:0:4136:e378:8000:63bf:3fff:fdd2", null],
    ["::10.1.2.3", "private"],
    ["::ffff:0:10.1.2.3", "private"],
    ["::8.8.8.8", null],
    ["fe80::1%eth0", "link-local"],
    ["fec0::1", "private"],
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

test("an IPv4 address is judged the same however it is wrapped", () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const known = fc.constantFrom("10.1.2.3", "127.0.0.1", "169.254.169.254", "192.168.0.1", "100.64.0.1", "8.8.8.8");
  const any = fc.tuple(byte, byte, byte, byte).map((parts) => parts.join("."));
  fc.assert(
    fc.property(fc.oneof(known, any), (address) => {
      const kind = privateKindOf(address);
      const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
      const word = (high: number, low: number) => ((high << 8) | low).toString(16);
      const inverted = `${word(255 - a, 255 - b)}:${word(255 - c, 255 - d)}`;
      const wrapped = [
        `::ffff:${address}`,
        `::ffff:0:${address}`,
        `64:ff9b::${address}`,
        `2002:${word(a, b)}:${word(c, d)}::1`,
        `2001:0:808:808:0:0:${inverted}`,
      ];
      for (const each of wrapped) expect([each, privateKindOf(each)]).toEqual([each, kind]);
    }),
  );
});
