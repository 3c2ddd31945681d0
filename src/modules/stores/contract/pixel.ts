import { z } from "zod";
import { orderStatuses } from "./words.ts";

const tag = z.string().max(200);
const amount = z.string().regex(/^\d{1,7}(\.\d{1,2})?$/);

/**
 * What `POST /px` takes. From a browser it is an order just placed. From the merchant's own server, signed, it may also
 * say what became of it, and when.
 */
export const pixelEventSchema = z.strictObject({
  site: z.string().max(60),
  order: z.strictObject({
    id: z.string().trim().min(1).max(60),
    /** In units of the currency, what the shopper pays in all. */
    total: amount,
    currency: z.literal("SAR").default("SAR"),
    payment: z.string().max(40).optional(),
    coupon: z.string().max(60).optional(),
    /** Signed only. */
    status: z.enum(orderStatuses).optional(),
    refunded: amount.optional(),
    /** Signed only, and needed there: of two words about an order, the later one stands. */
    at: z.iso.datetime({ offset: true }).optional(),
  }),
  click: z.string().max(60).optional(),
  utm: z
    .strictObject({ utm_source: tag, utm_medium: tag, utm_campaign: tag, utm_term: tag, utm_content: tag })
    .partial()
    .optional(),
});
export type PixelEvent = z.output<typeof pixelEventSchema>;
