import { describe, expect, it } from "vitest";
import type { HttpResponse } from "#base/server/http-client.ts";
import { codeFault, gatewayFault } from "./faults.ts";

const now = new Date("2026-11-21T08:00:00Z");
const answer = (status: number, headers: HttpResponse["headers"] = {}): HttpResponse => ({
  status,
  headers,
  text: "busy",
  json: undefined,
});

describe("an answer of TikTok's", () => {
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
  ])("that says %i to a writing means %s", (code, kind, key) => {
    const fault = codeFault(code, "why", true, answer(200), now);
    expect([fault.kind, fault.messageKey, fault.code]).toEqual([kind, key && `ad_accounts:${key}`, code]);
    expect(fault.reason).toBe(`${code} why`);
  });

  it("that a reading failed is read again later", () => {
    expect(codeFault(50002, "", false, answer(200), now).kind).toBe("later");
    expect(gatewayFault(answer(502), false, now).kind).toBe("later");
  });

  it("of the gateway tells nothing of what became of a writing, but that a path is wrong", () => {
    expect(gatewayFault(answer(502), true, now).kind).toBe("outcome_unknown");
    expect(gatewayFault(answer(200), true, now).kind).toBe("outcome_unknown");
    expect(gatewayFault(answer(404), true, now).kind).toBe("rejected");
  });

  it("that it is busy is waited out: as told, for seconds, or for five minutes when the minute's limit was passed", () => {
    const wait = (message: string, headers = {}) =>
      codeFault(40100, message, true, answer(200, headers), now).retryAfterSeconds ?? 0;
    expect(wait("QPS limit", { "retry-after": "9" })).toBe(9);
    expect(wait("App reaches the QPS limit")).toBeLessThan(6);
    expect(wait("App reaches the per-minute limit")).toBe(300);
    expect(gatewayFault(answer(429, { "retry-after": "11" }), true, now).retryAfterSeconds).toBe(11);
  });
});
