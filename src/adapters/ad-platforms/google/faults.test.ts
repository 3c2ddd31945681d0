import { describe, expect, it } from "vitest";
import { hasErrorCode, toFault } from "./faults.ts";

const now = new Date("2026-11-21T08:00:00Z");
type Problem = { errorCode: Record<string, string>; message?: string; location?: object; details?: object };
const response = (status: number, problems: Problem[] = [], headers = {}) => ({
  status,
  headers,
  text: "",
  json: {
    error: { code: status, message: "outer", details: problems.length > 0 ? [{ errors: problems }] : [] },
  },
});
const problem = (group: string, code: string, more: Partial<Problem> = {}): Problem => ({
  errorCode: { [group]: code },
  message: "words",
  ...more,
});

describe("a failed response", () => {
  it.each([
    [401, "authenticationError", "OAUTH_TOKEN_EXPIRED", "reconnect"],
    [401, "authenticationError", "CUSTOMER_NOT_FOUND", "rejected"],
    [403, "authorizationError", "USER_PERMISSION_DENIED", "rejected"],
    [400, "fieldError", "REQUIRED", "rejected"],
    [400, "databaseError", "CONCURRENT_MODIFICATION", "later"],
    [409, "databaseError", "CONCURRENT_MODIFICATION", "later"],
    [500, "internalError", "INTERNAL_ERROR", "outcome_unknown"],
    [503, "internalError", "TRANSIENT_ERROR", "outcome_unknown"],
  ])("with %i %s.%s to a write means %s", (status, group, code, kind) => {
    expect(toFault(response(status, [problem(group, code)]), true, now)).toMatchObject({ kind });
  });

  it("with a server error to a read means later", () => {
    expect(toFault(response(503), false, now)).toMatchObject({ kind: "later" });
  });

  it.each([
    ["campaignBudgetError", "BUDGET_BELOW_PER_DAY_MINIMUM", "budget_below_minimum"],
    ["campaignError", "CONVERSION_TRACKING_NOT_ENABLED", "bidding_needs_pixel"],
    ["authorizationError", "CUSTOMER_NOT_ENABLED", "account_disabled"],
    ["mutateError", "RESOURCE_NOT_FOUND", "not_found_there"],
  ])("with %s.%s is shown to the merchant as %s", (group, code, key) => {
    const fault = toFault(response(400, [problem(group, code)]), true, now);
    expect(fault.messageKey).toBe(`ad_accounts:${key}`);
    expect(hasErrorCode(fault, `${group}.${code}`)).toBe(true);
  });

  it("about a line that is too wide says which one", () => {
    const at = (fieldName: string) => ({
      location: { fieldPathElements: [{ fieldName: "ad" }, { fieldName, index: 0 }] },
    });
    const key = (fieldName: string) =>
      toFault(response(400, [problem("adError", "LINE_TOO_WIDE", at(fieldName))]), true, now).messageKey;
    expect(key("headlines")).toBe("ad_accounts:headline_too_long");
    expect(key("descriptions")).toBe("ad_accounts:description_too_long");
  });

  it("lists every problem, and the request id that Google's support needs", () => {
    const both = [problem("fieldError", "REQUIRED"), problem("rangeError", "TOO_LOW")];
    expect(toFault(response(400, both, { "request-id": "Zq1" }), true, now).reason).toBe(
      "400 fieldError.REQUIRED, rangeError.TOO_LOW words words (Zq1)",
    );
  });
});

describe("a rate limit", () => {
  const computeWait = (code: string, details?: object, headers = {}) =>
    toFault(response(429, [problem("quotaError", code, details ? { details } : {})], headers), true, now)
      .retryAfterSeconds;

  it("waits as long as the details say, else as the header says, else a few seconds", () => {
    const retryDetails = { quotaErrorDetails: { retryDelay: "30.5s" } };
    expect(computeWait("RESOURCE_TEMPORARILY_EXHAUSTED", retryDetails, { "retry-after": "9" })).toBe(31);
    expect(computeWait("RESOURCE_TEMPORARILY_EXHAUSTED", undefined, { "retry-after": "9" })).toBe(9);
    const own = computeWait("RESOURCE_TEMPORARILY_EXHAUSTED") ?? 0;
    expect(own).toBeGreaterThanOrEqual(5);
    expect(own).toBeLessThan(10);
  });

  it("waits an hour when the daily quota is used up", () => {
    expect(computeWait("RESOURCE_EXHAUSTED")).toBe(3_600);
  });
});
