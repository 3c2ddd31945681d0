import { describe, expect, it } from "vitest";
import { isMissing, isTooMuchData, toFault } from "./faults.ts";

const response = (error: object | null, status = 400, headers: Record<string, string> = {}) => ({
  status,
  headers,
  text: "",
  json: error ? { error } : undefined,
});
const usageHeaders = (minutes: number) => ({
  "x-business-use-case-usage": JSON.stringify({
    "1": [{ type: "ads_management", call_count: 100, estimated_time_to_regain_access: minutes }],
  }),
});

describe("an error of Meta's", () => {
  it.each([
    [{ code: 190, error_subcode: 463 }, "reconnect"],
    [{ code: 100, error_subcode: 467 }, "reconnect"],
    [{ code: 102 }, "reconnect"],
    [{ code: 4, error_subcode: 1_504_022 }, "later"],
    [{ code: 17, error_subcode: 2_446_079 }, "later"],
    [{ code: 32 }, "later"],
    [{ code: 613 }, "later"],
    [{ code: 80_004 }, "later"],
    [{ code: 100 }, "rejected"],
    [{ code: 200 }, "rejected"],
    [{ code: 368 }, "rejected"],
  ])("%o means %s", (error, kind) => {
    for (const isWrite of [true, false]) expect(toFault(response(error), isWrite).kind).toBe(kind);
  });

  it.each([
    [{ code: 1 }, 400],
    [{ code: 2, is_transient: true }, 503],
    [{ code: 100, is_transient: true }, 400],
    [null, 502],
    [null, 400],
  ])("%o with %i may have taken effect if it was a write", (error, status) => {
    expect(toFault(response(error, status), true).kind).toBe("outcome_unknown");
    expect(toFault(response(error, status), false).kind).toBe("later");
  });

  it.each([
    [{ code: 100, error_subcode: 1_885_272 }, "ad_accounts:budget_below_minimum"],
    [{ code: 1_885_272 }, "ad_accounts:budget_below_minimum"],
    [{ code: 100, error_subcode: 33 }, "ad_accounts:not_found_there"],
    [{ code: 100, error_subcode: 1_487_056 }, "ad_accounts:not_found_there"],
    [{ code: 294 }, "ad_accounts:not_permitted"],
    [{ code: 368 }, "ad_accounts:account_disabled"],
    [{ code: 100, error_subcode: 1 }, undefined],
  ])("%o is shown to the merchant as %s", (error, key) => {
    expect(toFault(response(error), true).messageKey).toBe(key);
  });

  it("is shown in Meta's message for users", () => {
    const graphError = { code: 100, message: "Invalid parameter", error_user_msg: "Choose another date." };
    expect(toFault(response(graphError), true).reason).toContain("Choose another date.");
  });
});

describe("how long to wait", () => {
  it.each([
    [{ code: 80_004 }, usageHeaders(7), 420],
    [{ code: 80_004 }, {}, 300],
    [{ code: 80_004 }, { "x-business-use-case-usage": "not json" }, 300],
    [{ code: 17 }, usageHeaders(0), 300],
    [{ code: 613 }, {}, 60],
    [{ code: 613, error_subcode: 1_487_632 }, usageHeaders(1), 3_600],
  ])("%o with %o is %i seconds", (error, headers, seconds) => {
    expect(toFault(response(error, 400, headers), true).retryAfterSeconds).toBe(seconds);
  });
});

it("a missing object, and a report that is too large, are distinguished from other refusals", () => {
  expect(isMissing({ error: { code: 100, error_subcode: 33 } })).toBe(true);
  expect(isMissing({ error: { code: 100, error_subcode: 34 } })).toBe(false);
  expect(isMissing({ id: "1" })).toBe(false);
  expect(isTooMuchData(toFault(response({ code: 100, error_subcode: 1_487_534 }), false))).toBe(true);
  expect(isTooMuchData(toFault(response({ code: 100 }), false))).toBe(false);
});
