import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { type HttpResponse, httpRequest, retryAfterSeconds } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type {
  WhatsAppMessage,
  WhatsAppOutcome,
  WhatsAppSender,
  WhatsAppTemplate,
  WhatsAppTemplateState,
} from "#modules/messages/server/whatsapp-sender.port.ts";
import { findRefusal, toFaultKind, waitsForReader } from "./errors.ts";
import { parseWebhook } from "./parse-webhook.ts";

export type WhatsAppSettings = {
  /** `https://graph.facebook.com`, without a trailing slash. */
  apiUrl: string;
  /** `v26.0`. */
  apiVersion: string;
  /** The id of the number that sends, not the number itself. */
  phoneNumberId: string;
  businessAccountId: string;
  /** Of a system user. */
  token: string;
  appSecret: string;
  /** Ours: WhatsApp says it when it checks our address. */
  verifyToken: string;
};

/** Sends templates by the WhatsApp Cloud API. Its quirks: QUIRKS.md. */
export function makeWhatsApp(settings: WhatsAppSettings): WhatsAppSender {
  const { apiUrl, apiVersion, phoneNumberId, businessAccountId, token } = settings;
  const call = (method: "GET" | "POST", path: string, json?: unknown) =>
    httpRequest({
      method,
      url: path.startsWith("http") ? path : `${apiUrl}/${apiVersion}/${path}`,
      timeoutMs: 20_000,
      headers: { authorization: `Bearer ${token}` },
      ...(json === undefined ? {} : { json }),
    });

  return {
    async send(message) {
      return parseSent(await call("POST", `${phoneNumberId}/messages`, toBody(message)));
    },
    async ensureTemplates(templates) {
      const states = await listTemplates(call, businessAccountId);
      const known = new Set(states.map(({ name, language }) => `${name}:${language}`));
      for (const template of templates.filter(({ name, language }) => !known.has(`${name}:${language}`))) {
        const response = await call(
          "POST",
          `${businessAccountId}/message_templates`,
          toTemplateBody(template),
        );
        const created = createdSchema.safeParse(response.json);
        if (!created.success) throw toFault(response);
        states.push({ name: template.name, language: template.language, status: created.data.status });
      }
      const ours = new Set(templates.map(({ name }) => name));
      return states.filter(({ name }) => ours.has(name));
    },
    parseWebhook: (body, headers) => parseWebhook(body, headers, settings),
    answerChallenge: (query) =>
      query["hub.mode"] === "subscribe" && isSame(query["hub.verify_token"] ?? "", settings.verifyToken)
        ? (query["hub.challenge"] ?? null)
        : null,
  };
}

function toBody({ to, reference, template, language, params, linkPath }: WhatsAppMessage) {
  const toParameters = (texts: readonly string[]) => texts.map((text) => ({ type: "text", text }));
  return {
    messaging_product: "whatsapp",
    recipient_type: "individual",
    to: to.replace(/^\+/, ""),
    type: "template",
    biz_opaque_callback_data: reference,
    template: {
      name: template,
      language: { code: language },
      components: [
        ...(params.length > 0 ? [{ type: "body", parameters: toParameters(params) }] : []),
        ...(linkPath === null
          ? []
          : [{ type: "button", sub_type: "url", index: "0", parameters: toParameters([linkPath]) }]),
      ],
    },
  };
}

/** All of ours are about the reader's own account (UTILITY). */
function toTemplateBody({ name, language, body, examples, button }: WhatsAppTemplate) {
  return {
    name,
    language,
    category: "UTILITY",
    components: [
      {
        type: "BODY",
        text: body,
        ...(examples.length > 0 ? { example: { body_text: [examples] } } : {}),
      },
      ...(button
        ? [
            {
              type: "BUTTONS",
              buttons: [
                {
                  type: "URL",
                  text: button.label,
                  url: button.url,
                  example: [button.url.replace("{{1}}", "rules")],
                },
              ],
            },
          ]
        : []),
    ],
  };
}

const acceptedSchema = z.object({ messages: z.array(z.object({ id: z.string().min(1) })).min(1) });
const createdSchema = z.object({ id: z.coerce.string(), status: z.string() });
const errorSchema = z.object({
  error: z.object({
    code: z.number(),
    message: z.string().default(""),
    error_data: z.object({ details: z.string() }).partial().nullish(),
  }),
});

function parseSent(response: HttpResponse): WhatsAppOutcome {
  const accepted = acceptedSchema.safeParse(response.json);
  if (response.status < 300 && accepted.success)
    return { kind: "accepted", providerId: accepted.data.messages[0]?.id ?? "" };
  const { code, reason } = parseError(response);
  if (waitsForReader(code)) return { kind: "wait", seconds: 10 };
  const refusal = findRefusal(code);
  if (refusal) return { kind: "refused", refusal, reason };
  throw toFault(response);
}

function toFault(response: HttpResponse): AdapterFault {
  const { code, reason } = parseError(response);
  const kind = toFaultKind(code, response.status);
  return new AdapterFault(kind, {
    reason,
    ...(kind === "later"
      ? { retryAfterSeconds: retryAfterSeconds(response.headers, new Date()) ?? 5, throttled: code !== null }
      : {}),
  });
}

function parseError({ status, json }: HttpResponse): { code: number | null; reason: string } {
  const parsed = errorSchema.safeParse(json);
  if (!parsed.success) return { code: null, reason: `whatsapp ${status}` };
  const { code, message, error_data } = parsed.data.error;
  return { code, reason: `whatsapp ${code}: ${(error_data?.details ?? message).slice(0, 200)}` };
}

const listSchema = z.object({
  data: z.array(z.object({ name: z.string(), language: z.string(), status: z.string() })),
  paging: z.object({ next: z.url().optional() }).nullish(),
});

async function listTemplates(
  call: (method: "GET", path: string) => Promise<HttpResponse>,
  businessAccountId: string,
): Promise<WhatsAppTemplateState[]> {
  const states: WhatsAppTemplateState[] = [];
  let next: string | undefined =
    `${businessAccountId}/message_templates?fields=name,language,status&limit=100`;
  while (next) {
    const response: HttpResponse = await call("GET", next);
    const page = listSchema.safeParse(response.json);
    if (!page.success) throw toFault(response);
    states.push(...page.data.data);
    next = page.data.paging?.next;
  }
  return states;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
