import type { Clock } from "#base/server/clock.ts";
import type { Context } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import { consumeRateLimit } from "#base/server/rate-limit.ts";
import { Refusal } from "#base/shared/refusals.ts";
import type { TextTemplateName } from "#modules/messages/contract/text-templates.ts";
import type { MessagesFacade, NewText, TextOutcome } from "#modules/messages/server/messages.facade.ts";
import { releaseStock } from "../stock/finish-reservation.ts";
import { reserveStock } from "../stock/reserve-stock.ts";
import { insertTextCharge } from "./text-charges.store.ts";

export type CountedTextDeps = {
  systemClock: Clock;
  texts: Pick<MessagesFacade, "queueText" | "findTexts" | "measureText">;
};

export type CountedText<Name extends TextTemplateName> = NewText<Name> & {
  /** What the units are for, as the merchant reads it in the history of the stock. */
  reason: { ar: string; en: string };
};

/** `no_stock`: neither the plan nor what was bought has the units. */
export type CountedTextOutcome = TextOutcome | "no_stock";

/** After it expired a text may still be reported for so long. */
const reportedWithinMs = 2 * 86_400_000;
const dayMs = 86_400_000;
const noticeLimit = { limit: 1, windowSeconds: 6 * 3_600 };

/**
 * Queues a text whose units the merchant pays: one by WhatsApp, one for each part of an SMS. They are set aside in the
 * transaction that queues it, settled once it is delivered, and given back where it is not. Without units nothing is queued.
 */
export const queueCountedText =
  ({ systemClock, texts }: CountedTextDeps) =>
  async <Name extends TextTemplateName>(
    ctx: Context,
    { reason, ...text }: CountedText<Name>,
  ): Promise<CountedTextOutcome> => {
    if ((await texts.findTexts(ctx, [text.key])).length > 0) return "duplicate";
    const { channel, parts: units } = texts.measureText(text as NewText);
    const lastDay = text.expiresAt ?? new Date((text.notBefore ?? systemClock.now()).getTime() + dayMs);
    const reservation = await reserveStock({ systemClock })(ctx, {
      service: channel,
      units,
      // A text that was not queued is tried again under its key, and sets units aside anew.
      key: `text:${newId("try")}`,
      reason,
      heldUntil: new Date(lastDay.getTime() + reportedWithinMs),
    }).catch(whereMissing);
    if (reservation === null) {
      await publishMissing(ctx, { service: channel, now: systemClock.now() });
      return "no_stock";
    }
    const outcome = await texts.queueText(ctx, text as NewText);
    if (outcome === "queued")
      await insertTextCharge(ctx, { text_key: text.key, reservation_id: reservation, units });
    else await releaseStock(ctx, { reservation });
    return outcome;
  };

const missing = new Set(["billing.subscription_inactive", "billing.stock_not_enough"]);

function whereMissing(error: unknown): null {
  if (error instanceof Refusal && missing.has(error.code)) return null;
  throw error;
}

/** Once in six hours, however many texts are left out. */
async function publishMissing(
  { tx, actor }: Context,
  { service, now }: { service: "sms" | "whatsapp"; now: Date },
): Promise<void> {
  const key = `billing.texts_not_covered:${actor.merchantId}`;
  const { isAllowed } = await consumeRateLimit(tx, { key, ...noticeLimit, now });
  if (isAllowed)
    await tx.publish({ name: "billing.texts_not_covered", merchant_id: actor.merchantId, service });
}
