import { z } from "zod";
import { defineCalls, instant, requiredText } from "#base/shared/contract.ts";
import { cardThemes } from "./enums.ts";

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
  added_at: instant,
});

/** Cards on file. What a payment is for is begun by the calls of the module that it is for. */
export const paymentsCalls = defineCalls({
  "GET Clients/Wallet/cards": {
    summary: "Saved cards",
    access: read,
    answer: z.object({ items: z.array(card) }),
  },
  "PUT Clients/Wallet/cards/{id}": {
    summary: "Sets a card's name and theme",
    access: manage,
    params: z.object({ id }),
    body: z.object({ name: requiredText(40), theme: z.enum(cardThemes) }),
    answer: card,
  },
  "DELETE Clients/Wallet/cards/{id}": {
    summary: "Removes a saved card, here at once and at the gateway soon after",
    access: manage,
    params: z.object({ id }),
    answer: z.null(),
  },
});
export type PaymentsCalls = typeof paymentsCalls;
