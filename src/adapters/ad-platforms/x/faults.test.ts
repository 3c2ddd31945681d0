import { describe, expect, it } from "vitest";
import type { HttpResponse } from "#base/server/http-client.ts";
import { isMissingOnly, toFault } from "./faults.ts";
import { makeQuota } from "./quota.ts";

const now = new Date("2026-11-21T08:00:00Z");
const toResetHeader = (seconds: number) => String(now.getTime() / 1_000 + seconds);
const response = (status: number, json: unknown, headers: HttpResponse["headers"] = {}): HttpResponse => ({
  status,
  headers,
  text: "",
  json,
});
const errorBody = (code: string) => ({ errors: [{ code, message: "m" }], request: { params: {} } });

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
    const fault = toFault(response(status, errorBody(code)), true, now);
    expect([fault.kind, fault.messageKey]).toEqual([kind, key && `ad_accounts:${key}`]);
    expect(fault.reason).toContain(code);
  });

  it("that a reading failed is read again later", () => {
    expect(toFault(response(503, errorBody("OVER_CAPACITY")), false, now).kind).toBe("later");
  });

  it("names each operation's own errors of a batch, and a problem of the X API", () => {
    const batch = {
      errors: [{ code: "BATCH_FAILED" }],
      operation_errors: [[], [{ code: "INVALID_DENOMINATION" }]],
    };
    expect(toFault(response(400, batch), true, now).reason).toContain("INVALID_DENOMINATION");
    expect(toFault(response(400, { detail: "the file is empty" }), true, now).reason).toContain(
      "the file is empty",
    );
    expect(toFault(response(502, "<html>"), true, now).kind).toBe("outcome_unknown");
  });

  it.each([
    ["Retry-After", { "retry-after": "7", "x-rate-limit-reset": toResetHeader(90) }, 7],
    [
      "the ad account's window",
      { "x-account-rate-limit-reset": toResetHeader(30), "x-rate-limit-reset": toResetHeader(90) },
      30,
    ],
    ["the token's window", { "x-rate-limit-reset": toResetHeader(90) }, 90],
    ["nothing", {}, 60],
  ])("of 429 is waited out by %s", (_name, headers, seconds) => {
    const fault = toFault(response(429, errorBody("TOO_MANY_REQUESTS"), headers), true, now);
    expect([fault.kind, fault.retryAfterSeconds]).toEqual(["later", seconds]);
  });
});

describe("a window of calls that is used up", () => {
  const used = response(
    200,
    {},
    { "x-account-rate-limit-remaining": "0", "x-account-rate-limit-reset": toResetHeader(60) },
  );

  it("is not knocked at before it has ended, and others are", () => {
    const quota = makeQuota();
    quota.recordResponse("a", used);
    expect(() => quota.check("a", now)).toThrow("used up");
    expect(() => quota.check("b", now)).not.toThrow();
    expect(() => quota.check("a", new Date(now.getTime() + 60_000))).not.toThrow();
  });

  it("is no concern while calls are left", () => {
    const quota = makeQuota();
    quota.recordResponse(
      "a",
      response(200, {}, { "x-rate-limit-remaining": "3", "x-rate-limit-reset": toResetHeader(60) }),
    );
    expect(() => quota.check("a", now)).not.toThrow();
  });
});

describe("a parameter that X demands", () => {
  const missingParameters = (...parameters: string[]) =>
    parameters.map((parameter) => ({ code: "MISSING_PARAMETER", message: "m", parameter }));
  const toRejection = (json: unknown) => toFault(response(400, json), true, now);

  it("is known by its name, in a single call and in a batch", () => {
    expect(isMissingOnly(toRejection({ errors: missingParameters("end_time") }), "end_time")).toBe(true);
    const batch = {
      errors: [{ code: "BATCH_FAILED" }],
      operation_errors: [[], missingParameters("end_time")],
    };
    expect(isMissingOnly(toRejection(batch), "end_time")).toBe(true);
  });

  it("is not the only trouble when something else is wrong too", () => {
    expect(isMissingOnly(toRejection({ errors: missingParameters("start_time") }), "end_time")).toBe(false);
    expect(
      isMissingOnly(toRejection({ errors: missingParameters("end_time", "start_time") }), "end_time"),
    ).toBe(false);
    const other = { code: "INVALID_PARAMETER", message: "m", parameter: "goal" };
    expect(
      isMissingOnly(toRejection({ errors: [...missingParameters("end_time"), other] }), "end_time"),
    ).toBe(false);
    expect(isMissingOnly(new Error("end_time"), "end_time")).toBe(false);
  });
});
