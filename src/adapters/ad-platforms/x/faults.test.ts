import { describe, expect, it } from "vitest";
import type { HttpResponse } from "#base/server/http-client.ts";
import { demands, faultOf } from "./faults.ts";
import { makeQuota } from "./quota.ts";

const now = new Date("2026-11-21T08:00:00Z");
const inSeconds = (seconds: number) => String(now.getTime() / 1_000 + seconds);
const answer = (status: number, json: unknown, headers: HttpResponse["headers"] = {}): HttpResponse => ({
  status,
  headers,
  text: "",
  json,
});
const said = (code: string) => ({ errors: [{ code, message: "m" }], request: { params: {} } });

describe("an answer of X's", () => {
  it.each([
    [401, "UNAUTHORIZED_ACCESS", "reconnect", "lost_access_revoked"],
    [403, "ACTION_NOT_ALLOWED", "rejected", "not_permitted"],
    [403, "FUNDING_INSTRUMENT_ACCESS_NOT_ALLOWED", "rejected", "no_funding"],
    [404, "CAMPAIGN_NOT_FOUND", "rejected", "not_found_there"],
    [400, "INVALID_MEDIA", "rejected", "media_refused"],
    [400, "INVALID_PARAMETER", "rejected", undefined],
    [408, "CANCELLED_REQUEST", "later", undefined],
    [423, "LOCK_ACQUISITION_TIMEOUT", "later", undefined],
    [500, "INTERNAL_ERROR", "outcome_unknown", undefined],
    [503, "OVER_CAPACITY", "outcome_unknown", undefined],
  ])("of %i %s to a writing means %s", (status, code, kind, key) => {
    const fault = faultOf(answer(status, said(code)), true, now);
    expect([fault.kind, fault.messageKey]).toEqual([kind, key && `ad_accounts:${key}`]);
    expect(fault.reason).toContain(code);
  });

  it("that a reading failed is read again later", () => {
    expect(faultOf(answer(503, said("OVER_CAPACITY")), false, now).kind).toBe("later");
  });

  it("names each operation's own errors of a batch, and a problem of the X API", () => {
    const batch = {
      errors: [{ code: "BATCH_FAILED" }],
      operation_errors: [[], [{ code: "INVALID_DENOMINATION" }]],
    };
    expect(faultOf(answer(400, batch), true, now).reason).toContain("INVALID_DENOMINATION");
    expect(faultOf(answer(400, { detail: "the file is empty" }), true, now).reason).toContain(
      "the file is empty",
    );
    expect(faultOf(answer(502, "<html>"), true, now).kind).toBe("outcome_unknown");
  });

  it.each([
    ["Retry-After", { "retry-after": "7", "x-rate-limit-reset": inSeconds(90) }, 7],
    [
      "the ad account's window",
      { "x-account-rate-limit-reset": inSeconds(30), "x-rate-limit-reset": inSeconds(90) },
      30,
    ],
    ["the token's window", { "x-rate-limit-reset": inSeconds(90) }, 90],
    ["nothing", {}, 60],
  ])("of 429 is waited out by %s", (_name, headers, seconds) => {
    const fault = faultOf(answer(429, said("TOO_MANY_REQUESTS"), headers), true, now);
    expect([fault.kind, fault.retryAfterSeconds]).toEqual(["later", seconds]);
  });
});

describe("a window of calls that is used up", () => {
  const used = answer(
    200,
    {},
    { "x-account-rate-limit-remaining": "0", "x-account-rate-limit-reset": inSeconds(60) },
  );

  it("is not knocked at before it has ended, and others are", () => {
    const quota = makeQuota();
    quota.learn("a", used);
    expect(() => quota.check("a", now)).toThrow("used up");
    expect(() => quota.check("b", now)).not.toThrow();
    expect(() => quota.check("a", new Date(now.getTime() + 60_000))).not.toThrow();
  });

  it("is no concern while calls are left", () => {
    const quota = makeQuota();
    quota.learn("a", answer(200, {}, { "x-rate-limit-remaining": "3", "x-rate-limit-reset": inSeconds(60) }));
    expect(() => quota.check("a", now)).not.toThrow();
  });
});

describe("a parameter that X demands", () => {
  const misses = (...parameters: string[]) =>
    parameters.map((parameter) => ({ code: "MISSING_PARAMETER", message: "m", parameter }));
  const no = (json: unknown) => faultOf(answer(400, json), true, now);

  it("is known by its name, in a single call and in a batch", () => {
    expect(demands(no({ errors: misses("end_time") }), "end_time")).toBe(true);
    const batch = { errors: [{ code: "BATCH_FAILED" }], operation_errors: [[], misses("end_time")] };
    expect(demands(no(batch), "end_time")).toBe(true);
  });

  it("is not the only trouble when something else is wrong too", () => {
    expect(demands(no({ errors: misses("start_time") }), "end_time")).toBe(false);
    expect(demands(no({ errors: misses("end_time", "start_time") }), "end_time")).toBe(false);
    const other = { code: "INVALID_PARAMETER", message: "m", parameter: "goal" };
    expect(demands(no({ errors: [...misses("end_time"), other] }), "end_time")).toBe(false);
    expect(demands(new Error("end_time"), "end_time")).toBe(false);
  });
});
