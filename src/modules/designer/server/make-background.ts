import sharp from "sharp";
import { type ReadContext, transact } from "#base/server/context.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { designerRefusals } from "../contract/designer.refusals.ts";
import { type Placement, placements } from "../contract/placements.ts";
import { addBackgroundCost, countBackground, returnBackground } from "./background-days.store.ts";
import type { DesignerDeps } from "./designer.deps.ts";
import type { PictureRequest, PictureShape } from "./picture-model.port.ts";

type Deps = Pick<DesignerDeps, "pictureModels" | "backgroundsPerDay" | "systemClock" | "log">;

/**
 * Has a background drawn, as a JPEG. It counts against the day's ceiling before a model is asked, and no longer when it fails.
 * Refuses without a model, above the ceiling, what moderation refuses, and where no model answers.
 */
export const makeBackground =
  (deps: Deps) =>
  async (
    ctx: ReadContext,
    { prompt, placement }: { prompt: string; placement: Placement },
  ): Promise<Buffer> => {
    const { pictureModels, backgroundsPerDay: limit, systemClock } = deps;
    if (pictureModels.length === 0)
      designerRefusals.refuse("designer.backgrounds_not_offered", {}, "background");
    const day = toRiyadhDay(systemClock.now());
    if (!(await transact(ctx, (ctx) => countBackground(ctx, { day, limit }))))
      designerRefusals.refuse("designer.daily_backgrounds_used_up", { max: limit }, "background");
    try {
      const request = { prompt, shape: toShape(placement), signal: new AbortController().signal };
      const { picture, costMicroSar } = await askModels(deps, request);
      await transact(ctx, (ctx) => addBackgroundCost(ctx, { day, costMicroSar }));
      return picture;
    } catch (error) {
      await transact(ctx, (ctx) => returnBackground(ctx, day));
      throw error;
    }
  };

/** Asks one endpoint after the other. What moderation refuses is not sent to another one. */
async function askModels(
  { pictureModels, log }: Pick<Deps, "pictureModels" | "log">,
  request: PictureRequest,
) {
  for (const model of pictureModels) {
    try {
      const picture = await toPicture(await model.generate(request));
      if (picture) return { picture, costMicroSar: Math.round(model.pictureMicroSar) };
      log.warn({ model: model.name }, "a picture model answered with something else");
    } catch (error) {
      if (!isFault(error)) throw error;
      if (error.messageKey) return designerRefusals.refuse("designer.background_refused", {}, "background");
      log.warn({ err: error, model: model.name }, "a picture model did not answer");
    }
  }
  return designerRefusals.refuse("designer.background_not_made", {}, "background");
}

const pixelsMax = 40_000_000;

/** A JPEG without metadata; null for bytes that are no picture. */
async function toPicture(bytes: Buffer): Promise<Buffer | null> {
  try {
    return await sharp(bytes, { limitInputPixels: pixelsMax, failOn: "truncated" })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: 90 })
      .toBuffer();
  } catch {
    return null;
  }
}

function toShape(placement: Placement): PictureShape {
  const { width, height } = placements[placement];
  if (width === height) return "square";
  return width > height ? "landscape" : "portrait";
}
