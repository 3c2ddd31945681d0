import type { ReadContext } from "#base/server/context.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { loadDayBackgrounds } from "./background-days.store.ts";
import type { DesignerDeps } from "./designer.deps.ts";

type Deps = Pick<DesignerDeps, "billing" | "pictureModels" | "backgroundsPerDay" | "systemClock">;

/** How many pictures can be made, and whether backgrounds can be drawn. */
export const loadState =
  ({ billing, pictureModels, backgroundsPerDay, systemClock }: Deps) =>
  async (ctx: ReadContext) => {
    const { items } = await billing.loadStock(ctx);
    const stock = items.find(({ service }) => service === "designer_pictures");
    const quota = stock?.quota ?? null;
    const available = stock ? stock.available_units : 0;
    const today = await loadDayBackgrounds(ctx, toRiyadhDay(systemClock.now()));
    return {
      is_subscribed: quota !== null || available !== 0,
      available_pictures: available,
      quota: quota && {
        limit_pictures: quota.limit_units,
        left_pictures: quota.left_units,
        renews_at: quota.renews_at,
      },
      can_draw_backgrounds: pictureModels.length > 0,
      day_left_backgrounds: Math.max(0, backgroundsPerDay - today),
    };
  };
