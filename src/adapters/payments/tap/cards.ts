import { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { GatewayCard } from "#modules/payments/server/payment-gateway.port.ts";
import type { TapCharge } from "./parse-charge.ts";

/** A saved card at Tap: the card of a customer, and the agreement to charge it without them. */
export type TapCardKeys = { customerId: string; cardId: string; agreementId: string };

const keyPattern = /^(cus_[^/]+)\/(card_[^/]+)\/(payment_agreement_[^/]+)$/;

/** One text for the three ids: `cus_…/card_…/payment_agreement_…`. Null when the charge saved no card. */
export function composeCardToken({ save_card, customer, card, payment_agreement }: TapCharge): string | null {
  if (!save_card || !customer?.id || !card?.id || !payment_agreement?.id) return null;
  return `${customer.id}/${card.id}/${payment_agreement.id}`;
}

export function readCardToken(token: string): TapCardKeys {
  const [, customerId, cardId, agreementId] = keyPattern.exec(token) ?? [];
  if (customerId && cardId && agreementId) return { customerId, cardId, agreementId };
  throw new AdapterFault("rejected", { reason: "not a saved card of Tap" });
}

export const toCardPath = ({ customerId, cardId }: TapCardKeys) =>
  `/v2/card/${encodeURIComponent(customerId)}/${encodeURIComponent(cardId)}`;

const cardSchema = z.object({
  id: z.string(),
  brand: z.string().nullish(),
  scheme: z.string().nullish(),
  last_four: z.string().regex(/^\d{4}$/),
  exp_month: z.coerce.number().int().min(1).max(12),
  exp_year: z.coerce.number().int(),
  name: z.string().nullish(),
});

/** A saved card, or null when Tap does not describe one (Tap docs, Cards). It is saved only once it has paid. */
export function parseCard(token: string, answer: unknown): GatewayCard | null {
  const parsed = cardSchema.safeParse(answer);
  if (!parsed.success) return null;
  const { brand, scheme, last_four, exp_month, exp_year, name } = parsed.data;
  return {
    token,
    isActive: true,
    brand: (scheme ?? brand ?? "card").toLowerCase(),
    lastFour: last_four,
    expiryMonth: exp_month,
    expiryYear: exp_year < 100 ? 2000 + exp_year : exp_year,
    holderName: name ?? "",
  };
}
