import { defineLive } from "#base/web/runtime/web-module.ts";
import { consultationsKeys } from "./consultations.queries.ts";

export const live = defineLive({
  "consultations.order_changed": [consultationsKeys.orders],
  "consultations.paid_order_not_placed": [consultationsKeys.orders],
  "consultations.message_sent": [consultationsKeys.messages],
  "consultations.meeting_near": [consultationsKeys.orders],
});
