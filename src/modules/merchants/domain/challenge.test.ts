import { describe, expect, it } from "vitest";
import { checkCode, type SentCode } from "./challenge.ts";

const now = new Date("2026-11-21T21:30:00Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1_000);
const hash = (byte: number) => Buffer.alloc(32, byte);
const sent = (byte: number, ttlSeconds = 300): SentCode => ({
  code_hash: hash(byte),
  expires_at: later(ttlSeconds),
});
const check = (codes: SentCode[], codeHash: Uint8Array = hash(1), lockedUntil: Date | null = null) =>
  checkCode(codes, { codeHash, lockedUntil }, now);

describe("a code", () => {
  it("is right when it is the active one", () => {
    const code = sent(1);
    expect(check([code])).toEqual({ kind: "right", code });
  });

  it("is found among those requested from one address", () => {
    const own = sent(1);
    expect(check([sent(2), own, sent(3)])).toEqual({ kind: "right", code: own });
  });

  it.each([
    ["its time is exactly up", [sent(1, 0)]],
    ["this caller requested none", []],
  ])("is expired when %s", (_name, codes) => {
    expect(check(codes)).toEqual({ kind: "expired" });
  });

  it.each([
    ["another code", hash(2)],
    ["of another length, without a crash", Buffer.alloc(3)],
  ])("is wrong when it is %s", (_name, codeHash) => {
    expect(check([sent(1)], codeHash)).toEqual({ kind: "wrong" });
  });

  it("is not compared while its caller is locked", () => {
    expect(check([sent(1)], hash(1), later(1))).toEqual({ kind: "locked", until: later(1) });
  });

  it("is compared again the moment the lock ends", () => {
    expect(check([sent(1)], hash(1), now)).toMatchObject({ kind: "right" });
  });
});
