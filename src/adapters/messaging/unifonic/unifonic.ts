import { z } from "zod";
import { type HttpResponse, httpRequest, retryAfterSeconds } from "#base/server/http-client.ts";
import { makeSignedPayloads } from "#base/server/signed-payload.ts";
import { AdapterFault, type FaultKind } from "#base/shared/adapter-fault.ts";
import type { SentMessage, TextMessage, TextMessenger } from "#modules/merchants/server/text-message.port.ts";
import type { TextReportSource } from "#modules/messages/server/text-report.port.ts";
import type { TextReport } from "#modules/messages/server/whatsapp-sender.port.ts";

export type UnifonicSettings = {
  /** `https://el.cloud.unifonic.com`, without a trailing slash. */
  apiUrl: string;
  appSid: string;
  /** Registered for service messages; 3 to 11 characters. */
  senderId: string;
  /** Where Unifonic reports to. */
  callbackUrl: string;
  /** Sign the address of each report: the present key first, the others only verify. */
  reportKeys: readonly Buffer[];
};

/** Service messages in Saudi Arabia; promotion is 5 and needs its own sender (Unifonic docs, "Send a message"). */
const messageTypes: Record<TextMessage["kind"], string> = { service: "3" };

/** Sends text messages through Unifonic's REST API, and reads its reports. Its quirks: QUIRKS.md. */
export function makeUnifonic(settings: UnifonicSettings): TextMessenger & TextReportSource {
  const { apiUrl, appSid, senderId, callbackUrl } = settings;
  const addresses = makeSignedPayloads(settings.reportKeys);
  return {
    recognizesRepeats: true,
    async send({ to, kind, text, reference }) {
      const response = await httpRequest({
        method: "POST",
        url: `${apiUrl}/rest/SMS/messages`,
        timeoutMs: 20_000,
        form: {
          AppSid: appSid,
          SenderID: senderId,
          Recipient: to.replace(/^\+/, ""),
          Body: text,
          CorrelationID: reference,
          MessageType: messageTypes[kind],
          responseType: "JSON",
          statusCallback: `${callbackUrl}?message=${addresses.seal([reference])}`,
        },
      });
      return parseResponse(response, reference);
    },
    vendor: "unifonic",
    parseReport({ url, body }) {
      const [reference] = addresses.open(new URL(url).searchParams.get("message") ?? "") ?? [];
      return reference === undefined
        ? null
        : toReports(reference, new URLSearchParams(body.toString("utf8")));
    },
  };
}

const responseSchema = z.object({
  success: z.boolean(),
  message: z.string().nullish(),
  errorCode: z.coerce.string().nullish(),
  data: z
    .object({ MessageID: z.coerce.string(), NumberOfUnits: z.coerce.number().int().positive() })
    .partial()
    .nullish(),
});

/** `success` is checked before the HTTP status: some refusals come as 200. */
function parseResponse(response: HttpResponse, reference: string): SentMessage {
  const parsed = responseSchema.safeParse(response.json);
  if (parsed.success && parsed.data.success) {
    const { MessageID, NumberOfUnits } = parsed.data.data ?? {};
    return { providerId: MessageID ?? reference, parts: NumberOfUnits ?? 1 };
  }
  const code = parseErrorCode(parsed.success ? parsed.data.errorCode : undefined) ?? response.status;
  // Accepted before, by a request whose response we lost: the message is sent.
  if (code === duplicate) return { providerId: reference, parts: 1 };
  throw toFault(code, response, parsed.success ? (parsed.data.message ?? "") : "");
}

const duplicate = 409;

/** Unifonic's error codes, by the fault kind they map to (Unifonic docs, "Error codes"). */
const faultKinds: Partial<Record<number, FaultKind>> = {
  401: "reconnect",
  402: "reconnect",
  403: "reconnect",
  480: "reconnect",
  406: "rejected",
  412: "rejected",
  482: "rejected",
  429: "later",
};

function toFault(code: number, { status, headers }: HttpResponse, vendorMessage: string): AdapterFault {
  // Without a code we know, the failure may have happened after the message was sent.
  const kind = faultKinds[code] ?? (status >= 500 ? serverErrorKind(status) : "rejected");
  const wait = retryAfterSeconds(headers, new Date());
  return new AdapterFault(kind, {
    reason: `unifonic ${code}: ${vendorMessage.slice(0, 200)}`,
    ...(kind === "later" ? { retryAfterSeconds: wait ?? 5 } : {}),
    ...(code === 429 ? { throttled: true } : {}),
  });
}

/** 503 comes from a proxy that accepted nothing; other server errors say nothing about the message. */
function serverErrorKind(status: number): FaultKind {
  return status === 503 ? "later" : "outcome_unknown";
}

/** "ER-480" and "480" are the same code. */
function parseErrorCode(errorCode: string | null | undefined): number | undefined {
  const digits = /^(?:ER-)?(\d+)$/.exec(errorCode ?? "")?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** How a message ended (Unifonic docs, "Delivery reports"); statuses on the way say no more than the answer did. */
const reportStates: Partial<Record<string, TextReport["state"]>> = {
  delivered: "delivered",
  undeliverable: "failed",
  rejected: "failed",
  expired: "failed",
  failed: "failed",
};

function toReports(reference: string, fields: URLSearchParams): TextReport[] {
  const status = fields.get("Status") ?? "";
  const state = reportStates[status.toLowerCase()];
  const providerId = fields.get("MessageID");
  if (!state || !providerId) return [];
  return [
    {
      reference,
      providerId,
      isUnsigned: true,
      state,
      at: new Date(),
      ...(state === "failed" ? { refusal: "undeliverable", reason: `unifonic ${status}` } : {}),
    },
  ];
}
