import { describe, expect, it } from "vitest";
import { nextRetryAt, unpaidUntil } from "./renewal.ts";

const due = new Date("2026-12-31T09:00:00Z");
const dayAfter = (days: number) => new Date(due.getTime() + days * 86_400_000);

describe("a soft decline", () => {
  it("is tried again on days 1, 3 and 5, and then no more", () => {
    expect(nextRetryAt(due, due)).toEqual(dayAfter(1));
    expect(nextRetryAt(due, dayAfter(1))).toEqual(dayAfter(3));
    expect(nextRetryAt(due, dayAfter(3.5))).toEqual(dayAfter(5));
    expect(nextRetryAt(due, dayAfter(5))).toBeNull();
  });

  it("ends the subscription after seven days", () => {
    expect(unpaidUntil(due)).toEqual(dayAfter(7));
  });
});
