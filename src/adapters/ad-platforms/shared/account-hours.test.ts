import { expect, it } from "vitest";
import { listRuns, planOfRuns } from "#modules/ad-accounts/contract/hour-plan.ts";
import { toAccountHours } from "./account-hours.ts";

const nine = planOfRuns([{ weekday: 0, from: 21, hours: 2 }]);

it.each([
  ["Asia/Riyadh", { weekday: 0, from: 21, hours: 2 }],
  ["Asia/Dubai", { weekday: 0, from: 22, hours: 2 }],
  ["UTC", { weekday: 0, from: 18, hours: 2 }],
  ["Asia/Tokyo", { weekday: 1, from: 3, hours: 2 }],
])("nine in the evening in Riyadh, on the clock of %s", (timeZone, run) => {
  expect(listRuns(toAccountHours(nine, { timeZone }))).toEqual([run]);
});

it.each(["Europe/London", "America/New_York", "Asia/Kolkata"])(
  "hours are refused for an account on the clock of %s, before anything is sent",
  (timeZone) => {
    expect(() => toAccountHours(nine, { timeZone })).toThrow(
      expect.objectContaining({ kind: "rejected", messageKey: "ad_accounts:hours_time_zone" }),
    );
  },
);
