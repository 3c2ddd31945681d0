import { describe, expect, it } from "vitest";
import { findDecline, isSoftDecline } from "../contract/declines.ts";
import { readOffSession } from "./declines.ts";

describe("a decline", () => {
  it.each(["51", "61", "91"])("with code %s is soft: the card may be charged on a later day", (code) => {
    expect(isSoftDecline(findDecline(code))).toBe(true);
  });
  it.each(["05", "14", "41", "43", "54", "1A", "99", "", null])("with code %s is hard", (code) => {
    expect(isSoftDecline(findDecline(code))).toBe(false);
  });
});

describe("a payment without its cardholder", () => {
  const reading = { state: "pending", amount: 1, refunded: 0, currency: "SAR", failure: null } as const;

  it("that waits for the bank's page has failed: nobody opens it", () => {
    expect(readOffSession({ ...reading, actionUrl: "https://bank.example" })).toMatchObject({
      state: "failed",
      failure: "authentication_required",
      actionUrl: null,
    });
  });
  it("that the bank still decides, or has paid, is read as it is", () => {
    const waiting = { ...reading, actionUrl: null };
    expect(readOffSession(waiting)).toBe(waiting);
    const paid = { ...waiting, state: "paid" as const };
    expect(readOffSession(paid)).toBe(paid);
  });
});
