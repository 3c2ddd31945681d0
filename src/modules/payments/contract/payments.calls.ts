import { z } from "zod";
import { defineCalls, instant, requiredText } from "#base/shared/contract.ts";
import { cardNeeds, cardThemes } from "./enums.ts";

const read = { subject: "card", action: "read" } as const;
const manage = { subject: "card", action: "manage" } as const;
const id = z.string().min(1).max(64);

const card = z.object({
  id: z.string(),
  name: z.string(),
  theme: z.enum(cardThemes),
  brand: z.string(),
  last_four: z.string(),
  expiry_month: z.number().int(),
  expiry_year: z.number().int(),
  holder_name: z.string(),
  expiry: z.enum(["good", "soon", "past"]),
  /** The card that renewals and top-ups use unless another is chosen. */
  is_default: z.boolean(),
  /** What uses this card: it cannot be removed while no other card could take over. */
  needs: z.array(z.enum(cardNeeds)),
  added_at: instant,
});

/** Cards on file. What a payment is for is begun by the calls of the module that it is for. */
export const paymentsCalls = defineCalls({
  "GET Clients/Wallet/cards": {
    summary: "Saved cards",
    access: read,
    answer: z.object({ items: z.array(card) }),
  },
  "POST Clients/Wallet/payments/{id}/page": {
    summary: "Opens the gateway's own page for an intent, or the one that is open already",
    access: manage,
    params: z.object({ id }),
    answer: z.object({ url: z.string() }),
    refusals: ["payments.intent_over", "payments.page_unavailable"],
  },
  "PUT Clients/Wallet/cards/{id}": {
    summary: "Sets a card's name and theme",
    access: manage,
    params: z.object({ id }),
    body: z.object({ name: requiredText(40), theme: z.enum(cardThemes) }),
    answer: card,
  },
  "PUT Clients/Wallet/cards/{id}/default": {
    summary: "Makes a card the default one",
    access: manage,
    params: z.object({ id }),
    answer: card,
    refusals: ["payments.card_expired"],
  },
  "POST Clients/Wallet/cards/{id}/replace": {
    summary: "Another saved card takes over what this one is used for, and this one is removed",
    access: manage,
    params: z.object({ id }),
    body: z.object({ card_id: id }),
    answer: card,
    refusals: ["payments.card_expired", "payments.same_card"],
  },
  "DELETE Clients/Wallet/cards/{id}": {
    summary: "Removes a saved card, here at once and at the gateway soon after",
    access: manage,
    params: z.object({ id }),
    answer: z.null(),
    refusals: ["payments.card_needed"],
  },
});
export type PaymentsCalls = typeof paymentsCalls;
