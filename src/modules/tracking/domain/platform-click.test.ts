import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePlatformClick, readPlatformClick } from "./platform-click.ts";

describe("what a platform adds to a link", () => {
  it.each([
    ["/t/10000001", ""],
    ["/t/10000001?", ""],
    [
      "/t/10000001?fbclid=IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk",
      "fbclid=IwAR2F4-dbP0l7Mn1IawQQGCINEz7PYXQvwjNwB_qa2ofrHyiLjcbCRxTDMgk",
    ],
    ["/t/10000001?sccid=86a1f1d2-0000-4000-8000-1f0000000000", "ScCid=86a1f1d2-0000-4000-8000-1f0000000000"],
    ["/t/10000001?gclid=a&gbraid=0AAA&url=https://evil.example", "gclid=a&gbraid=0AAA"],
    ["/t/10000001?twclid=first&twclid=second", "twclid=first"],
    ["/t/10000001?ttclid=E.C.P.CrwBx", "ttclid=E.C.P.CrwBx"],
    ["/t/10000001?gclid=", ""],
    ["/t/10000001?gclid=a%0d%0aLocation:x", ""],
    [`/t/10000001?gclid=${"a".repeat(401)}`, ""],
  ])("%s is kept as %j", (address, kept) => {
    expect(readPlatformClick(address)).toBe(kept);
  });

  it("never holds more than names of platforms and their ids, whatever a request says", () => {
    const query = fc.array(fc.tuple(fc.constantFrom("gclid", "ScCid", "x", "fbclid", "rwj"), fc.string()));
    fc.assert(
      fc.property(query, (parts) => {
        const kept = readPlatformClick(`/t/1?${parts.map(([name, value]) => `${name}=${value}`).join("&")}`);
        expect(kept).toMatch(/^((fbclid|ScCid|gclid)=[\w.~-]+(&|$))*$/);
        expect(kept.length).toBeLessThanOrEqual(1_300);
      }),
    );
  });

  it("is read back by name", () => {
    expect(parsePlatformClick("gclid=a-b&wbraid=c")).toEqual({ gclid: "a-b", wbraid: "c" });
    expect(parsePlatformClick("")).toEqual({});
  });
});
