import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideInvitation, invitationLimits, toNameInText } from "./invitation.ts";

const now = new Date("2026-11-21T09:00:00Z");
const nothing = { ofMerchantToday: 0, ofNumberToday: 0, lastToNumber: null };
const secondsAgo = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

describe("an invitation", () => {
  it.each([
    ["the first", nothing, { kind: "send" }],
    ["one after ten seconds", { ...nothing, lastToNumber: secondsAgo(10) }, { kind: "wait", seconds: 50 }],
    ["one after a minute", { ...nothing, lastToNumber: secondsAgo(60) }, { kind: "send" }],
    [
      "the merchant's twenty-first of a day",
      { ...nothing, ofMerchantToday: invitationLimits.perMerchantPerDay },
      { kind: "stop", reason: "merchant_limit" },
    ],
    [
      "the number's fourth of a day",
      { ...nothing, ofNumberToday: invitationLimits.perNumberPerDay },
      { kind: "stop", reason: "number_limit" },
    ],
  ])("decides on %s", (_what, past, decision) => {
    expect(decideInvitation(past, now)).toEqual(decision);
  });
});

describe("a merchant's name in a text to somebody else", () => {
  it.each([
    ["متجر نخلة", "متجر نخلة"],
    ["Nakhla & Co. 2", "Nakhla Co"],
    ["win at evil.example/x now", "win at evil example x now"],
    ["+966 50 000 0000", ""],
  ])("shows %s as %s", (name, shown) => {
    expect(toNameInText(name)).toBe(shown);
  });

  it("never holds an address, a digit or more than thirty characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (name) => {
        const shown = toNameInText(name);
        expect(shown).toMatch(/^[\p{L}\p{M} ]*$/u);
        expect([...shown].length).toBeLessThanOrEqual(30);
      }),
    );
  });
});
