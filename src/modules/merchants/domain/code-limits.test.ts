import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideSend, defaultCodeLimits as limits, type PastSend, type SendFacts } from "./code-limits.ts";

const now = new Date("2026-11-21T21:30:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

/** A code sent some seconds ago to the present caller, unless the changes say otherwise. */
const sent = (secondsAgo: number, changed: Partial<PastSend> = {}): PastSend => ({
  requestedAt: ago(secondsAgo),
  purpose: "sign_in",
  toKnownBrowser: false,
  fromSameAddress: true,
  isOwn: true,
  ...changed,
});
const elsewhere = { fromSameAddress: false, isOwn: false };

const facts = (changed: Partial<SendFacts> = {}): SendFacts => ({
  purpose: "sign_in",
  isKnownBrowser: false,
  hasActiveCode: false,
  lockedUntil: null,
  ofNumberThisHour: [],
  ofAddressThisHour: 0,
  oldestOfAddress: null,
  allThisHour: 0,
  allThisDay: 0,
  sampled: { sent: 0, used: 0 },
  lastOfAll: null,
  ...changed,
});
const decide = (changed: Partial<SendFacts>) => decideSend(facts(changed), limits, now);

describe("a code is sent", () => {
  it.each([
    ["the first", [], 60],
    ["the second, a minute later", [60], 60],
    ["the third", [60, 130], 120],
    ["the fourth", [120, 300, 400], 300],
    ["the fifth", [300, 600, 900, 1_000], 600],
  ])("%s, and the countdown grows", (_name, before, countdownSeconds) => {
    const ofNumberThisHour = before.map((seconds) => sent(seconds, { toKnownBrowser: true }));
    expect(decide({ ofNumberThisHour, isKnownBrowser: true })).toEqual({ kind: "send", countdownSeconds });
  });

  it("to a known browser a minute after strangers used up their share, with the first countdown", () => {
    const ofNumberThisHour = [61, 300, 600, 900].map((seconds) => sent(seconds, elsewhere));
    expect(decide({ ofNumberThisHour, isKnownBrowser: true })).toEqual({
      kind: "send",
      countdownSeconds: 60,
    });
    expect(decide({ ofNumberThisHour })).toMatchObject({ kind: "wait", reason: "codes_spent" });
  });

  it("to another address when one has used up its share", () => {
    const ofNumberThisHour = [300, 600, 900].map((seconds) => sent(seconds, elsewhere));
    expect(decide({ ofNumberThisHour })).toMatchObject({ kind: "send" });
  });

  it("for signing in when the codes for a new password are used up", () => {
    const ofNumberThisHour = [300, 900].map((seconds) =>
      sent(seconds, { ...elsewhere, purpose: "password" }),
    );
    expect(decide({ ofNumberThisHour })).toMatchObject({ kind: "send" });
    expect(decide({ ofNumberThisHour, purpose: "password" })).toMatchObject({
      kind: "wait",
      reason: "codes_spent",
    });
  });

  it("as the thirtieth of its address", () => {
    expect(decide({ ofAddressThisHour: 29 })).toMatchObject({ kind: "send" });
  });

  it("when exactly a fifth of the last hundred was used", () => {
    expect(decide({ sampled: { sent: 100, used: 20 }, lastOfAll: ago(1) })).toMatchObject({ kind: "send" });
  });

  it("when few were used of too few to judge", () => {
    expect(decide({ sampled: { sent: 99, used: 0 }, lastOfAll: ago(1) })).toMatchObject({ kind: "send" });
  });
});

describe("a code waits", () => {
  it.each([
    [
      "a second too early after the first, which is still valid",
      { ofNumberThisHour: [sent(59)], hasActiveCode: true },
      "code_just_sent",
      1,
    ],
    [
      "a second too early after the first, which was used",
      { ofNumberThisHour: [sent(59)] },
      "number_cooldown",
      1,
    ],
    [
      "a second too early after somebody else's",
      { ofNumberThisHour: [sent(59, elsewhere)], isKnownBrowser: true },
      "number_cooldown",
      1,
    ],
    [
      "after a known browser's third, for two minutes",
      { ofNumberThisHour: [90, 200, 300].map((seconds) => sent(seconds)), isKnownBrowser: true },
      "number_cooldown",
      30,
    ],
    [
      "after the third from one address, until the first is an hour old",
      { ofNumberThisHour: [700, 1_400, 3_000].map((seconds) => sent(seconds)) },
      "codes_spent",
      600,
    ],
    [
      "after the fifth, until the first is an hour old, known browsers too",
      {
        ofNumberThisHour: [700, 1_400, 2_000, 2_200, 3_000].map((seconds) => sent(seconds)),
        isKnownBrowser: true,
      },
      "codes_spent",
      600,
    ],
    ["while the number is locked", { lockedUntil: ago(-90) }, "number_locked", 90],
    [
      "as the thirty-first of its address",
      { ofAddressThisHour: 30, oldestOfAddress: ago(3_000) },
      "address_spent",
      600,
    ],
    ["past the ceiling of the hour", { allThisHour: limits.perHour }, "codes_paused", 900],
    ["past the ceiling of the day", { allThisDay: limits.perDay }, "codes_paused", 900],
    [
      "when many codes are sent and few are used",
      { sampled: { sent: 100, used: 19 }, lastOfAll: ago(10) },
      "codes_paused",
      20,
    ],
  ] as const)("%s", (_name, changed, reason, seconds) => {
    expect(decide(changed as Partial<SendFacts>)).toEqual({ kind: "wait", reason, seconds });
  });

  it("no longer than the trickle interval when codes are not used", () => {
    expect(decide({ sampled: { sent: 100, used: 0 }, lastOfAll: ago(30) })).toMatchObject({ kind: "send" });
  });

  it("no longer once the lock has passed", () => {
    expect(decide({ lockedUntil: now })).toMatchObject({ kind: "send" });
  });
});

describe("whatever strangers do", () => {
  type CodeRequest = { pauseSeconds: number; address: number; purpose: PastSend["purpose"] };
  const request: fc.Arbitrary<CodeRequest> = fc.record({
    pauseSeconds: fc.integer({ min: 0, max: 900 }),
    address: fc.integer({ min: 1, max: 4 }),
    purpose: fc.constantFrom("sign_in", "password"),
  });
  type Sent = { at: number; address: number; purpose: PastSend["purpose"]; known: boolean };

  /** The decision for a request at a moment, after earlier sends. Address 0 is the known browser's. */
  function decideAt(seconds: number, history: Sent[], caller: Omit<Sent, "at">) {
    const at = new Date(now.getTime() + seconds * 1_000);
    const ofNumberThisHour = history
      .filter((one) => one.at > seconds - 3_600)
      .map((one) => ({
        requestedAt: new Date(now.getTime() + one.at * 1_000),
        purpose: one.purpose,
        toKnownBrowser: one.known,
        fromSameAddress: one.address === caller.address,
        isOwn: one.address === caller.address,
      }))
      .reverse();
    const { purpose, known } = caller;
    return decideSend(facts({ ofNumberThisHour, purpose, isKnownBrowser: known }), limits, at);
  }

  it("a number gets one code a minute and five an hour, and its owner's browser one of them within a minute", () => {
    fc.assert(
      fc.property(fc.array(request, { maxLength: 60 }), (requests) => {
        const history: Sent[] = [];
        let clock = 0;
        for (const { pauseSeconds, address, purpose } of requests) {
          clock += pauseSeconds;
          const caller = { address, purpose, known: false };
          if (decideAt(clock, history, caller).kind === "send") history.push({ at: clock, ...caller });
        }
        for (const [index, { at }] of history.entries()) {
          expect(at - (history[index - 1]?.at ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(60);
          expect(history.filter((one) => one.at <= at && one.at > at - 3_600).length).toBeLessThanOrEqual(5);
        }
        const owner = { address: 0, purpose: "sign_in" as const, known: true };
        expect(decideAt(clock + 60, history, owner).kind).toBe("send");
      }),
      { numRuns: 500 },
    );
  });
});
