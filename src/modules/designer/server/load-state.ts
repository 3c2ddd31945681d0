import type { ReadContext } from "#base/server/context.ts";
import type { DesignerDeps } from "./designer.deps.ts";

/** How many pictures can be made. */
export const loadState =
  ({ billing }: Pick<DesignerDeps, "billing">) =>
  async (ctx: ReadContext) => {
    const { items } = await billing.loadStock(ctx);
    const stock = items.find(({ service }) => service === "designer_pictures");
    const quota = stock?.quota ?? null;
    const available = stock ? stock.available_units : 0;
    return {
      is_subscribed: quota !== null || available !== 0,
      available_pictures: available,
      quota: quota && {
        limit_pictures: quota.limit_units,
        left_pictures: quota.left_units,
        renews_at: quota.renews_at,
      },
    };
  };
