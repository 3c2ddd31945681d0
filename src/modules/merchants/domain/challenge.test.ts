import { describe, expect, it } from "vitest";
import { judgeCode, type SentCode } from "./challenge.ts";

const now = new Date("2026-11-21T21:30:00Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const hash = (byte: number) => Buffer.alloc(32, byte);
const sent = (byte: number, livesSeconds = 300): SentCode => ({
  code_hash: hash(byte),
  expires_at: later(livesSeconds),
});
const judge = (codes: SentCode[], codeHash: Uint8Array = hash(1), lockedUntil: Date | null = null) =>
  judgeCode(codes, { codeHash, lockedUntil }, now);

describe("a code", () => {
  it("is right when it is the living one", () => {
    const code = sent(1);
    expect(judge([code])).toEqual({ kind: "right", code });
  });

  it("is found among those that were asked for from one address", () => {
    const mine = sent(1);
    expect(judge([sent(2), mine, sent(3)])).toEqual({ kind: "right", code: mine });
  });

  it.each([
    ["its time is exactly up", [sent(1, 0)]],
    ["none was asked for here", []],
  ])("does not serve when %s", (_name, codes) => {
    expect(judge(codes)).toEqual({ kind: "expired" });
  });

  it.each([
    ["another code", hash(2)],
    ["of another length, without a crash", Buffer.alloc(3)],
  ])("is wrong when it is %s", (_name, codeHash) => {
    expect(judge([sent(1)], codeHash)).toEqual({ kind: "wrong" });
  });

  it("is not even looked at while its caller is locked", () => {
    expect(judge([sent(1)], hash(1), later(1))).toEqual({ kind: "locked", until: later(1) });
  });

  it("is looked at again the moment the lock ends", () => {
    expect(judge([sent(1)], hash(1), now)).toMatchObject({ kind: "right" });
  });
});
