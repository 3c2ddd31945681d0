import { expect, it } from "vitest";
import { toLaunchState } from "./launch-state.ts";

const idle = { isUnderWay: false, isRefused: false };
const underWay = { isUnderWay: true, isRefused: false };

it.each([
  ["created", "local", idle, "waiting"],
  ["created", "local", underWay, "starting"],
  ["created", "local", { isUnderWay: false, isRefused: true }, "refused"],
  ["active", "pending", underWay, "sent"],
  ["active", "synced", idle, "live"],
  ["active", "failed", idle, "refused"],
  ["active", "disconnected", idle, "disconnected"],
  ["paused", "synced", idle, "stopped"],
  ["archived", "synced", underWay, "stopped"],
] as const)("a %s campaign that is %s, %o: %s", (status, sync, launching, state) => {
  expect(toLaunchState({ status, sync, retry: null }, launching)).toBe(state);
});

it("what runs is not refused, whatever an earlier launch said", () => {
  expect(
    toLaunchState({ status: "active", sync: "synced", retry: null }, { isUnderWay: false, isRefused: true }),
  ).toBe("live");
});

it("what waits for the platform's own work was sent", () => {
  const retry = { in_seconds: 20, can_try_now: false, reason: "The platform is preparing your file." };
  expect(toLaunchState({ status: "active", sync: "pending", retry }, idle)).toBe("sent");
});

it("what waits for a platform that does not answer is tried again, unless the merchant paused it", () => {
  const retry = { in_seconds: 8, can_try_now: true, reason: null };
  expect(toLaunchState({ status: "active", sync: "pending", retry }, idle)).toBe("retrying");
  expect(toLaunchState({ status: "paused", sync: "pending", retry }, idle)).toBe("stopped");
});
