import { recordAudit } from "#base/server/audit.ts";
import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { cardThemes } from "../contract/enums.ts";
import { hashToken, insertCard, listCards, lockCards, toSealContext } from "./cards.store.ts";
import { type IntentRow, saveCardKept } from "./intents.store.ts";
import type { GatewayCard } from "./payment-gateway.port.ts";
import type { PaymentsDeps } from "./payments.deps.ts";

type Deps = Pick<PaymentsDeps, "vault">;
type Input = { intent: IntentRow; card: GatewayCard | null };

/**
 * Saves the card of an intent that was just paid, as its merchant consented. The first card becomes the default one. A
 * card that the gateway does not confirm is not saved, and the merchant is notified.
 */
export async function keepCard(deps: Deps, ctx: Context, { intent, card }: Input): Promise<void> {
  const isKept = card?.isActive === true;
  await saveCardKept(ctx, intent.id, isKept);
  if (isKept) return saveCard(deps, ctx, { gateway: intent.gateway, card });
  const { id: intent_id, merchant_id } = intent;
  await ctx.tx.publish({ name: "payments.card_not_added", merchant_id, intent_id });
}

async function saveCard(
  { vault }: Deps,
  ctx: Context,
  { gateway, card }: { gateway: string; card: GatewayCard },
) {
  const id = newId("crd");
  await lockCards(ctx);
  const cards = await listCards(ctx);
  const shown = {
    brand: card.brand,
    last_four: card.lastFour,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
  };
  const added = await insertCard(ctx, {
    ...shown,
    id,
    gateway,
    sealed_token: vault.seal(card.token, toSealContext(id)),
    token_hash: hashToken(card.token),
    holder_name: card.holderName,
    name: card.brand,
    theme: cardThemes[cards.length % cardThemes.length] ?? "blue",
    is_default: !cards.some(({ is_default }) => is_default),
    added_at: ctx.now,
  });
  if (!added) return;
  await ctx.tx.publish({ name: "payments.card_added", merchant_id: ctx.actor.merchantId, card_id: id });
  await recordAudit(ctx, { module: "payments", action: "payments.card_added", subject: id, after: shown });
}
