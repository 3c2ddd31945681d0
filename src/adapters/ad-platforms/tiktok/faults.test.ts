import { describe, expect, it } from "vitest";
import type { HttpResponse } from "#base/server/http-client.ts";
import { toCodeFault, toGatewayFault } from "./faults.ts";

const now = new Date("2026-11-21T08:00:00Z");
const response = (status: number, headers: HttpResponse["headers"] = {}): HttpResponse => ({
  status,
  headers,
  text: "busy",
  json: undefined,
});

describe("a failed TikTok response", () => {
  it.each([
    [40105, "reconnect", "lost_access_revoked"],
    [40001, "rejected", "not_permitted"],
    [40007, "rejected", "not_found_there"],
    [40118, "rejected", "smart_plus_not_open"],
    [40915, "rejected", "media_refused"],
    [40002, "rejected", undefined],
    [40100, "later", undefined],
    [40202, "later", undefined],
    [40901, "later", undefined],
    [40050, "outcome_unknown", undefined],
    [50000, "outcome_unknown", undefined],
    [60001, "outcome_unknown", undefined],
  ])("with code %i to a write means %s", (code, kind, key) => {
    const fault = toCodeFault(code, "why", true, response(200), now);
    expect([fault.kind, fault.messageKey, fault.code]).toEqual([kind, key && `ad_accounts:${key}`, code]);
    expect(fault.reason).toBe(`${code} why`);
  });

  it("to a read is retried later", () => {
    expect(toCodeFault(50002, "", false, response(200), now).kind).toBe("later");
    expect(toGatewayFault(response(502), false, now).kind).toBe("later");
  });

  it("of the gateway leaves a write's outcome unknown, except for a wrong path", () => {
    expect(toGatewayFault(response(502), true, now).kind).toBe("outcome_unknown");
    expect(toGatewayFault(response(200), true, now).kind).toBe("outcome_unknown");
    expect(toGatewayFault(response(404), true, now).kind).toBe("rejected");
  });

  it("for a rate limit waits as the header says, else a few seconds, or five minutes for the limit per minute", () => {
    const computeWait = (message: string, headers = {}) =>
      toCodeFault(40100, message, true, response(200, headers), now).retryAfterSeconds ?? 0;
    expect(computeWait("QPS limit", { "retry-after": "9" })).toBe(9);
    expect(computeWait("App reaches the QPS limit")).toBeLessThan(6);
    expect(computeWait("App reaches the per-minute limit")).toBe(300);
    expect(toGatewayFault(response(429, { "retry-after": "11" }), true, now).retryAfterSeconds).toBe(11);
  });
});
