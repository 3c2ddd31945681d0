import type { Context } from "#base/server/context.ts";
import { conversionRules } from "#modules/ad-accounts/contract/conversion-rules.ts";
import { canMatch, computeKeptValue, findPurchaseTime, isTooOld } from "../domain/plan-purchase.ts";
import type { ConversionsDeps } from "./conversions.deps.ts";
import { type DestinationRow, listDestinations } from "./destinations.store.ts";
import { deleteWaiting, insertPurchase, planRestatements } from "./purchases.store.ts";
import { loadSettings } from "./settings.store.ts";

type Deps = Pick<ConversionsDeps, "stores" | "tracking">;

/**
 * An order was recorded, restated or attributed: it is put in the queue of every ad account that should learn of it,
 * once, or taken out of it when it no longer counts. Where the platform takes corrections, what was sent before is told
 * again when it is worth something else now. Costs a merchant without destinations one look-up.
 */
export const planPurchases =
  ({ stores, tracking }: Deps) =>
  async (ctx: Context, { orderIds }: { orderIds: readonly string[] }): Promise<void> => {
    const destinations = (await listDestinations(ctx)).filter(({ is_enabled }) => is_enabled);
    if (destinations.length === 0) return;
    const settings = await loadSettings(ctx);
    const orders = await stores.listOrderFacts(ctx, orderIds);
    const clicks = await tracking.findOrderClicks(ctx, orderIds);
    const contacts = settings.contactsAllowedAt
      ? await stores.findOrderContacts(ctx, orderIds)
      : new Map<string, never>();
    const counting = new Set<string>();
    for (const order of orders) {
      const occurredAt = findPurchaseTime(order, settings.sendAt);
      if (!occurredAt) continue;
      counting.add(order.order_id);
      const click = clicks.get(order.order_id);
      const takes = ({ platform, enabled_at }: DestinationRow) => {
        const rules = conversionRules[platform];
        const clickNames = click?.platform === platform ? Object.keys(click.platformClick) : [];
        const isNew = occurredAt >= enabled_at && !isTooOld(occurredAt, ctx.now, rules);
        return isNew && canMatch({ clickNames, hasContact: contacts.has(order.order_id) }, rules);
      };
      for (const { ad_account_id, platform } of destinations.filter(takes)) {
        await insertPurchase(ctx, {
          orderId: order.order_id,
          adAccountId: ad_account_id,
          platform,
          orderReference: order.reference,
          valueHalalas: order.total_halalas - order.refunded_halalas,
          occurredAt,
        });
      }
    }
    await deleteWaiting(
      ctx,
      orderIds.filter((id) => !counting.has(id)),
    );
    const values = orders.map((order) => ({
      order_id: order.order_id,
      value_halalas: computeKeptValue(order),
    }));
    for (const { ad_account_id: adAccountId, platform } of destinations) {
      const { restateDays } = conversionRules[platform];
      const since = new Date(ctx.now.getTime() - restateDays * 86_400_000);
      if (restateDays > 0) await planRestatements(ctx, { adAccountId, since }, values);
    }
  };
