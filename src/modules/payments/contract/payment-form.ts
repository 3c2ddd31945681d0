import { z } from "zod";
import { halalasSchema } from "#base/shared/contract.ts";

/**
 * Settings for the gateway's own form. Card data goes from the form to the gateway and never passes through this
 * server.
 */
export const paymentFormSchema = z.object({
  publishable_key: z.string(),
  api_url: z.string(),
  script_url: z.string(),
  style_url: z.string(),
  /** Subresource integrity of the script and the style, when the operator has pinned them. */
  script_integrity: z.string().nullable(),
  style_integrity: z.string().nullable(),
  amount_halalas: halalasSchema,
  currency: z.string(),
  description: z.string(),
  callback_url: z.string(),
  metadata: z.record(z.string(), z.string()),
  language: z.enum(["ar", "en"]),
  save_card: z.boolean(),
});
export type PaymentForm = z.output<typeof paymentFormSchema>;
