import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { TextReport, WhatsAppWebhook } from "#modules/messages/server/whatsapp-sender.port.ts";
import { findRefusal } from "./errors.ts";

const statusItem = z.object({
  id: z.string(),
  /** sent, delivered, read, failed, and others that say nothing new (`played`). */
  status: z.string(),
  /** Seconds, as text. */
  timestamp: z.coerce.number(),
  biz_opaque_callback_data: z.string().optional(),
  errors: z
    .array(
      z.object({
        code: z.number(),
        title: z.string().optional(),
        error_data: z.object({ details: z.string() }).partial().optional(),
      }),
    )
    .optional(),
});
const messageItem = z.object({
  from: z.string().optional(),
  type: z.string(),
  text: z.object({ body: z.string() }).optional(),
  button: z.object({ text: z.string() }).optional(),
});
const bodySchema = z.object({
  object: z.literal("whatsapp_business_account"),
  entry: z.array(
    z.object({
      changes: z.array(z.object({ field: z.string(), value: z.looseObject({}) })),
    }),
  ),
});
const messagesValue = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  messages: z.array(messageItem).default([]),
  statuses: z.array(statusItem).default([]),
});
const templateValue = z.object({
  event: z.string(),
  message_template_name: z.string(),
  message_template_language: z.string(),
});

type Settings = { appSecret: string; phoneNumberId: string };

/** What one delivery holds, or null where its signature is not WhatsApp's (`X-Hub-Signature-256`, over the raw bytes). */
export function parseWebhook(
  body: Buffer,
  headers: Record<string, string | string[] | undefined>,
  { appSecret, phoneNumberId }: Settings,
): WhatsAppWebhook | null {
  if (!isSigned(body, String(headers["x-hub-signature-256"] ?? ""), appSecret)) return null;
  const webhook = { reports: [], replies: [], templates: [] } as {
    reports: TextReport[];
    replies: { from: string; text: string }[];
    templates: WhatsAppWebhook["templates"][number][];
  };
  // Signed, but of a shape or field that is not ours: answered as received, so that it is not sent again for days.
  const parsed = bodySchema.safeParse(parseJson(body));
  if (!parsed.success) return webhook;
  for (const { field, value } of parsed.data.entry.flatMap(({ changes }) => changes)) {
    if (field === "message_template_status_update") {
      const template = templateValue.safeParse(value);
      if (!template.success) continue;
      const { event, message_template_name: name, message_template_language: language } = template.data;
      webhook.templates.push({ name, language, status: event });
    }
    const messages = field === "messages" ? messagesValue.safeParse(value) : undefined;
    // Other numbers of the same business report to the same address.
    if (!messages?.success || messages.data.metadata.phone_number_id !== phoneNumberId) continue;
    webhook.reports.push(...messages.data.statuses.flatMap(toReport));
    for (const { from, text, button } of messages.data.messages) {
      const words = text?.body ?? button?.text;
      // A reader with a user name may show no number.
      if (words !== undefined && /^9665\d{8}$/.test(from ?? ""))
        webhook.replies.push({ from: `+${from}`, text: words });
    }
  }
  return webhook;
}

const reported: readonly string[] = ["sent", "delivered", "read", "failed"];

function toReport({ id, status, timestamp, biz_opaque_callback_data, errors }: z.output<typeof statusItem>) {
  if (!reported.includes(status) || !biz_opaque_callback_data) return [];
  const [error] = errors ?? [];
  const refusal = findRefusal(error?.code ?? null);
  return [
    {
      reference: biz_opaque_callback_data,
      providerId: id,
      state: status as TextReport["state"],
      at: new Date(timestamp * 1_000),
      ...(refusal ? { refusal } : {}),
      ...(error
        ? { reason: `whatsapp ${error.code}: ${error.error_data?.details ?? error.title ?? ""}` }
        : {}),
    },
  ];
}

function isSigned(body: Buffer, signature: string, secret: string): boolean {
  const expected = createHmac("sha256", secret).update(body).digest();
  const given = Buffer.from(/^sha256=([0-9a-f]{64})$/.exec(signature)?.[1] ?? "", "hex");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
}
