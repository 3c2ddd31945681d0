import { describe, expect, it } from "vitest";
import { faultOf, isMissing, isTooMuchData } from "./faults.ts";

const answer = (error: object | null, status = 400, headers: Record<string, string> = {}) => ({
  status,
  headers,
  text: "",
  json: error ? { error } : undefined,
});
const regain = (minutes: number) => ({
  "x-business-use-case-usage": JSON.stringify({
    "1": [{ type: "ads_management", call_count: 100, estimated_time_to_regain_access: minutes }],
  }),
});

describe("what Meta refuses", () => {
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
  ])("%o asks for %s", (error, kind) => {
    for (const isWriting of [true, false]) expect(faultOf(answer(error), isWriting).kind).toBe(kind);
  });

  it.each([
    [{ code: 1 }, 400],
    [{ code: 2, is_transient: true }, 503],
    [{ code: 100, is_transient: true }, 400],
    [null, 502],
    [null, 400],
  ])("%o with %i may have been done when it was a writing", (error, status) => {
    expect(faultOf(answer(error, status), true).kind).toBe("outcome_unknown");
    expect(faultOf(answer(error, status), false).kind).toBe("later");
  });

  it.each([
    [{ code: 100, error_subcode: 1_885_272 }, "ad_accounts:budget_below_minimum"],
    [{ code: 1_885_272 }, "ad_accounts:budget_below_minimum"],
    [{ code: 100, error_subcode: 33 }, "ad_accounts:not_found_there"],
    [{ code: 100, error_subcode: 1_487_056 }, "ad_accounts:not_found_there"],
    [{ code: 294 }, "ad_accounts:not_permitted"],
    [{ code: 368 }, "ad_accounts:account_disabled"],
    [{ code: 100, error_subcode: 1 }, undefined],
  ])("%o is told the merchant as %s", (error, key) => {
    expect(faultOf(answer(error), true).messageKey).toBe(key);
  });

  it("is told in the words that Meta has for people", () => {
    const said = { code: 100, message: "Invalid parameter", error_user_msg: "Choose another date." };
    expect(faultOf(answer(said), true).reason).toContain("Choose another date.");
  });
});

describe("how long to wait", () => {
  it.each([
    [{ code: 80_004 }, regain(7), 420],
    [{ code: 80_004 }, {}, 300],
    [{ code: 80_004 }, { "x-business-use-case-usage": "not json" }, 300],
    [{ code: 17 }, regain(0), 300],
    [{ code: 613 }, {}, 60],
    [{ code: 613, error_subcode: 1_487_632 }, regain(1), 3_600],
  ])("%o with %o is %i seconds", (error, headers, seconds) => {
    expect(faultOf(answer(error, 400, headers), true).retryAfterSeconds).toBe(seconds);
  });
});

it("an object that is gone, and a report that is too large, are told from other refusals", () => {
  expect(isMissing({ error: { code: 100, error_subcode: 33 } })).toBe(true);
  expect(isMissing({ error: { code: 100, error_subcode: 34 } })).toBe(false);
  expect(isMissing({ id: "1" })).toBe(false);
  expect(isTooMuchData(faultOf(answer({ code: 100, error_subcode: 1_487_534 }), false))).toBe(true);
  expect(isTooMuchData(faultOf(answer({ code: 100 }), false))).toBe(false);
});
