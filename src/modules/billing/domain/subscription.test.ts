import { describe, expect, it } from "vitest";
import { subscriptionStates } from "../contract/enums.ts";
import { isOpenAt, transition } from "./subscription.ts";

const commands = ["purchase", "pay", "miss_payment", "cancel", "resume", "end"] as const;

describe("a subscription", () => {
  it("goes from state to state as this table says, and no other way", () => {
    const table = subscriptionStates.map((state) => [
      state,
      ...commands.map((command) => transition(state, command)),
    ]);
    expect(table).toEqual([
      // state, purchase, pay, miss_payment, cancel, resume, end
      ["trial", "active", null, null, null, null, "expired"],
      ["active", null, "active", "past_due", "cancelled", null, "expired"],
      ["past_due", "active", "active", "past_due", null, null, "expired"],
      ["cancelled", null, null, null, null, "active", "expired"],
      ["expired", null, null, null, null, null, null],
    ]);
  });

  it("opens paid tools while it is paid: to the moment, and a day longer while a renewal is charged", () => {
    const current_ends_at = new Date("2026-12-01T09:00:00Z");
    const open = (state: (typeof subscriptionStates)[number], at: string) =>
      isOpenAt({ state, current_ends_at }, new Date(at));
    expect(open("trial", "2026-12-01T08:59:59Z")).toBe(true);
    expect(open("trial", "2026-12-01T09:00:00Z")).toBe(false);
    expect(open("cancelled", "2026-12-01T09:00:00Z")).toBe(false);
    expect(open("active", "2026-12-02T08:59:59Z")).toBe(true);
    expect(open("active", "2026-12-02T09:00:00Z")).toBe(false);
    expect(open("past_due", "2026-11-30T09:00:00Z")).toBe(false);
    expect(open("expired", "2026-11-30T09:00:00Z")).toBe(false);
  });
});
