import { describe, expect, it } from "vitest";
import { type Challenge, judgeCode, lockedUntilAfter } from "./challenge.ts";

const now = new Date("2026-11-21T21:30:00Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const right = Buffer.alloc(32, 1);

const challenge = (changed: Partial<Challenge> = {}): Challenge => ({
  purpose: "sign_in",
  codeHash: right,
  expiresAt: later(300),
  failures: 0,
  lockedUntil: null,
  ...changed,
});
const judge = (changed: Partial<Challenge>, codeHash: Uint8Array = right) =>
  judgeCode(challenge(changed), { purpose: "sign_in", codeHash }, now);

describe("a code", () => {
  it("is right when it is the living one", () => expect(judge({})).toEqual({ kind: "right" }));

  it.each([
    ["its time is exactly up", { expiresAt: now }],
    ["it was used", { codeHash: null, expiresAt: null, purpose: null }],
    ["it was asked for to change a password", { purpose: "password" }],
  ] as const)("does not serve when %s", (_name, changed) => {
    expect(judge(changed)).toEqual({ kind: "expired" });
  });

  it("for a number that never asked is simply not there", () => {
    expect(judgeCode(undefined, { purpose: "sign_in", codeHash: right }, now)).toEqual({ kind: "expired" });
  });

  it("of another length is wrong, not a crash", () => {
    expect(judge({}, Buffer.alloc(3))).toMatchObject({ kind: "wrong" });
  });

  it("is not even looked at while the challenge is locked", () => {
    expect(judge({ lockedUntil: later(1) })).toEqual({ kind: "locked", until: later(1) });
  });

  it("is looked at again the moment the lock ends", () => {
    expect(judge({ lockedUntil: now, failures: 5 })).toEqual({ kind: "right" });
  });
});

describe("wrong tries in a row", () => {
  it.each([
    [4, null],
    [5, 60],
    [6, 120],
    [7, 300],
    [8, 900],
    [9, 1_800],
    [10, 3_600],
    [500, 3_600],
  ])("%i of them lock the number for %s seconds", (failures, seconds) => {
    expect(lockedUntilAfter(failures, now)).toEqual(seconds === null ? null : later(seconds));
  });

  it("go on counting where they stood", () => {
    expect(judge({ failures: 4 }, Buffer.alloc(32, 2))).toEqual({
      kind: "wrong",
      failures: 5,
      lockedUntil: later(60),
    });
  });
});
