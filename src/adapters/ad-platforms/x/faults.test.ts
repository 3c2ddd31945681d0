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

describe("a failed X response", () => {
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
  ])("with %i %s to a write means %s", (status, code, kind, key) => {
    const fault = toFault(response(status, errorBody(code)), true, now);
    expect([fault.kind, fault.messageKey]).toEqual([kind, key && `ad_accounts:${key}`]);
    expect(fault.reason).toContain(code);
  });

  it("to a read is retried later", () => {
    expect(toFault(response(503, errorBody("OVER_CAPACITY")), false, now).kind).toBe("later");
  });

  it("includes each operation's own errors of a batch, and a problem of the X API", () => {
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
  ])("with 429 takes its wait from: %s", (_name, headers, seconds) => {
    const fault = toFault(response(429, errorBody("TOO_MANY_REQUESTS"), headers), true, now);
    expect([fault.kind, fault.retryAfterSeconds]).toEqual(["later", seconds]);
  });
});

describe("an exhausted rate limit window", () => {
  const used = response(
    200,
    {},
    { "x-account-rate-limit-remaining": "0", "x-account-rate-limit-reset": toResetHeader(60) },
  );

  it("blocks its own calls until it has ended, and no others", () => {
    const quota = makeQuota();
    quota.recordResponse("a", used);
    expect(() => quota.check("a", now)).toThrow("used up");
    expect(() => quota.check("b", now)).not.toThrow();
    expect(() => quota.check("a", new Date(now.getTime() + 60_000))).not.toThrow();
  });

  it("is not recorded while calls are left", () => {
    const quota = makeQuota();
    quota.recordResponse(
      "a",
      response(200, {}, { "x-rate-limit-remaining": "3", "x-rate-limit-reset": toResetHeader(60) }),
    );
    expect(() => quota.check("a", now)).not.toThrow();
  });
});

describe("a missing parameter", () => {
  const missingParameters = (...parameters: string[]) =>
    parameters.map((parameter) => ({ code: "MISSING_PARAMETER", message: "m", parameter }));
  const toRejection = (json: unknown) => toFault(response(400, json), true, now);

  it("is recognized by its name, in a single call and in a batch", () => {
    expect(isMissingOnly(toRejection({ errors: missingParameters("end_time") }), "end_time")).toBe(true);
    const batch = {
      errors: [{ code: "BATCH_FAILED" }],
      operation_errors: [[], missingParameters("end_time")],
    };
    expect(isMissingOnly(toRejection(batch), "end_time")).toBe(true);
  });

  it("is not the only problem when there is another one", () => {
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
