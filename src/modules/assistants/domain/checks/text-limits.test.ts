import { expect, it } from "vitest";
import { checkTextLimits } from "./text-limits.ts";

it("every platform's limit stands beside the length as it counts, and parts that it does not show are left out", () => {
  const checks = checkTextLimits({ headline: "عباية ليلك", body: "من دوامك لعزيمتك 🌙" });
  const find = (platform: string, part: string) =>
    checks.find((one) => one.platform === platform && one.part === part);
  expect(find("snapchat", "headline")).toMatchObject({ length: 10, max: 26 });
  expect(find("snapchat", "text")).toBeUndefined();
  expect(find("meta", "text")).toMatchObject({ length: 19, max: 125 });
  expect(find("tiktok", "text")).toMatchObject({ max: 70 });
  expect(find("x", "text")).toMatchObject({ length: 19, max: 256 });
  expect(checkTextLimits({ headline: "", body: "" })).toEqual([]);
});
