import type { ReadContext } from "#base/server/context.ts";
import { conversionRules } from "#modules/ad-accounts/contract/conversion-rules.ts";
import { canMatch } from "../domain/plan-purchase.ts";
import type { ConversionsDeps } from "./conversions.deps.ts";
import type { DestinationRow } from "./destinations.store.ts";
import { loadSettings } from "./settings.store.ts";

/**
 * What the events of these orders are made from, by order, and whether the platform could match each: as it may be shared
 * at this moment, without contacts that were withdrawn. An order that is gone is absent.
 */
export async function loadEventSources(
  { stores, tracking }: Pick<ConversionsDeps, "stores" | "tracking">,
  ctx: ReadContext,
  { platform, ids }: Pick<DestinationRow, "platform"> & { ids: readonly string[] },
) {
  const { contactsAllowedAt, sendAt } = await loadSettings(ctx);
  const orders = await stores.listOrderFacts(ctx, ids);
  const clicks = await tracking.findOrderClicks(ctx, ids);
  const contacts = contactsAllowedAt ? await stores.findOrderContacts(ctx, ids) : null;
  const sources = orders.map((order) => {
    const click = clicks.get(order.order_id);
    const contact = contacts?.get(order.order_id) ?? null;
    const clickNames = click?.platform === platform ? Object.keys(click.platformClick) : [];
    const isMatchable = canMatch({ clickNames, hasContact: contact !== null }, conversionRules[platform]);
    return [order.order_id, { order, click, contact, isMatchable }] as const;
  });
  return { sendAt, sources: new Map(sources) };
}
