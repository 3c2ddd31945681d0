import { expect, it } from "vitest";
import { byUserAgent } from "./by-user-agent.ts";

it("a user agent is read once, and thousands of invented ones do not fill the memory", () => {
  const read: string[] = [];
  const isLong = byUserAgent((userAgent) => {
    read.push(userAgent);
    return userAgent.length > 8;
  });
  expect([isLong("Mozilla/5.0"), isLong("curl"), isLong("Mozilla/5.0"), isLong("curl")]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(read).toEqual(["Mozilla/5.0", "curl"]);
  for (let n = 0; n < 2_000; n += 1) isLong(`invented ${n}`);
  isLong("curl");
  expect(read.filter((userAgent) => userAgent === "curl")).toHaveLength(2);
});
