import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls, instant, text } from "#base/shared/contract.ts";
import { messageFileMimes, messageMax } from "./consultations-enums.ts";
import { byOrderId, orderId } from "./order-shapes.ts";

const own = { subject: "marketing_consultation", action: "manage" } as const;
const read = { subject: "marketing_consultation", action: "read" } as const;
const staff = { subject: "consultation_order", action: "manage" } as const;

const message = z.object({
  id: z.string(),
  by: z.enum(["member", "staff"]),
  by_name: z.string().nullable().describe("of our staff"),
  text: z.string(),
  file: z.object({ name: z.string(), mime: z.string(), size: z.number().int() }).nullable(),
  created_at: instant,
});
export type OrderMessage = z.output<typeof message>;

const list = {
  params: byOrderId,
  query: z.object({
    after: z.string().max(100).optional(),
    size: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ items: z.array(message), next: z.string().nullable() }),
};
const send = {
  params: byOrderId,
  multipart: true as const,
  body: z.object({
    text: text(messageMax),
    /** Of this message alone: sent again with it, it is the same message. */
    client_key: z.string().regex(/^[\w-]{8,60}$/),
  }),
  answer: message,
  refusals: [
    "consultations.message_empty",
    "consultations.file_too_large",
    "consultations.file_not_allowed",
    "consultations.messages_too_many",
  ],
};
const open = {
  params: byOrderId.extend({ message_id: orderId }),
  answer: file({ types: messageFileMimes, cache: "private, max-age=3600" }),
};

export const messagesCalls = defineCalls({
  "GET Clients/ConsultationOrders/{id}/messages": {
    summary: "The messages on an order, the newest first",
    access: read,
    ...list,
  },
  "POST Clients/ConsultationOrders/{id}/messages": {
    summary:
      "Writes to our team on an order, with at most one file: the part `file`, a picture or a PDF up to 5 MB",
    access: own,
    ...send,
  },
  "GET Clients/ConsultationOrders/{id}/messages/{message_id}/file": {
    summary: "A message's file",
    access: read,
    ...open,
  },
  "GET Staff/ConsultationOrders/{id}/messages": {
    summary: "The messages on an order, the newest first",
    access: staff,
    ...list,
  },
  "POST Staff/ConsultationOrders/{id}/messages": {
    summary: "Writes to the merchant on their order, with at most one file, as the merchant does",
    access: staff,
    ...send,
  },
  "GET Staff/ConsultationOrders/{id}/messages/{message_id}/file": {
    summary: "A message's file",
    access: staff,
    ...open,
  },
});
export type MessagesCalls = typeof messagesCalls;
