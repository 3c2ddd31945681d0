import { describe, expect, it } from "vitest";
import { isPromiseKept } from "./score-advice.ts";

const none = { before: 2, similar_before: null, similar_after: null };

describe("a consultant's promise", () => {
  it("is kept from exactly the expected return on", () => {
    expect(isPromiseKept(3, { ...none, after: 3 })).toBe(true);
    expect(isPromiseKept(3, { ...none, after: 2.99 })).toBe(false);
  });

  it("is neither kept nor broken where nothing was spent", () => {
    expect(isPromiseKept(3, { ...none, after: null })).toBeNull();
  });

  it("does not take the credit of a season, nor its blame", () => {
    const twice = { before: 2, similar_before: 1, similar_after: 2 };
    expect(isPromiseKept(3, { ...twice, after: 4 })).toBe(false);
    expect(isPromiseKept(3, { ...twice, after: 6 })).toBe(true);
    expect(isPromiseKept(3, { before: 2, similar_before: 2, similar_after: 1, after: 1.5 })).toBe(true);
  });

  it("is compared with nothing where similar campaigns sold nothing", () => {
    expect(isPromiseKept(3, { before: 2, similar_before: 2, similar_after: 0, after: 3 })).toBe(true);
  });
});
