import { expect, it } from "vitest";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import type { FileFacts } from "./check-file.ts";
import { judgeFile } from "./judge-file.ts";
import { listAllTargets, listTargets } from "./media-targets.ts";

const all = platforms.flatMap((platform) => getCapabilities(platform) ?? []);
const library = listAllTargets(all);
const x = listTargets(
  all.filter(({ platform }) => platform === "x").map((limits) => ({ limits, placements: [] })),
);

const aPicture = (width: number, height: number): FileFacts => ({
  kind: "image",
  mime: "image/jpeg",
  bytes: 300_000,
  width,
  height,
  seconds: null,
  videoCodec: null,
  audioCodec: null,
});

it("a picture that is right for one platform is sent for it as it is", () => {
  expect(judgeFile(aPicture(1_080, 1_920), library).target?.place).toEqual({});
  expect(judgeFile(aPicture(1_080, 1_080), library).target?.place).toEqual({ platform: "x" });
});

it("a picture of another shape can be mended to each shape that is needed", () => {
  const { target, problems, mendableTo } = judgeFile(aPicture(1_600, 1_200), library);
  expect(target).toBeNull();
  expect(problems.map(({ code }) => code)).toEqual(["pixels"]);
  expect(mendableTo.map(({ id }) => id)).toEqual(["image 1080×1920", "image 1080×1080"]);
  expect(judgeFile(aPicture(1_600, 1_200), x).mendableTo).toHaveLength(1);
});

it("where each shape is needed, the missing ones are made of a picture that is right for one", () => {
  const places = all.map((limits) => ({ limits, placements: [] }));
  const { target, mendableTo } = judgeFile(aPicture(1_080, 1_920), listTargets(places), {
    isEachNeeded: true,
  });
  expect(target?.platforms).toEqual(["meta", "snapchat", "tiktok"]);
  expect(mendableTo.map(({ id }) => id)).toEqual(["image 1080×1080"]);
  expect(judgeFile(aPicture(1_080, 1_920), library).mendableTo).toEqual([]);
});

it("what is no picture and no video is refused, and not for its size", () => {
  const { problems, mendableTo } = judgeFile(
    { ...aPicture(0, 0), kind: null, mime: "application/pdf" },
    library,
  );
  expect(problems.map(({ code }) => code)).toEqual(["not_recognised"]);
  expect(mendableTo).toEqual([]);
});
