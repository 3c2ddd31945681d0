import { z } from "zod";
import { halalasSchema } from "#base/shared/contract.ts";
import { paymentMethods } from "./enums.ts";

/**
 * Settings for the gateway's own form. Card data goes from the form to the gateway and never passes through this
 * server.
 */
const embeddedFormSchema = z.object({
  kind: z.literal("form").optional(),
  publishable_key: z.string(),
  api_url: z.string(),
  script_url: z.string(),
  style_url: z.string(),
  /** Subresource integrity of the script and the style, when the operator has pinned them. */
  script_integrity: z.string().nullable(),
  style_integrity: z.string().nullable(),
  /** What the gateway offers here. A browser shows each only where it can work. */
  methods: z.array(z.enum(paymentMethods)),
  /** Where the browser validates this site with Apple; null without Apple Pay. */
  apple_pay_validation_url: z.string().nullable(),
  amount_halalas: halalasSchema,
  currency: z.string(),
  description: z.string(),
  callback_url: z.string(),
  metadata: z.record(z.string(), z.string()),
  language: z.enum(["ar", "en"]),
  save_card: z.boolean(),
});
export type EmbeddedForm = z.output<typeof embeddedFormSchema>;

/** The gateway takes the card on its own page, whose address `POST Clients/Wallet/payments/{id}/page` gives. */
const redirectSchema = z.object({ kind: z.literal("redirect"), intent_id: z.string() });
export type PaymentRedirect = z.output<typeof redirectSchema>;

export const paymentFormSchema = z.union([redirectSchema, embeddedFormSchema]);
export type PaymentForm = z.output<typeof paymentFormSchema>;
