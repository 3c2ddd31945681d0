import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { type HttpResponse, httpRequest, retryAfterSeconds } from "#base/server/http-client.ts";
import { AdapterFault, type FaultKind } from "#base/shared/adapter-fault.ts";
import type { SentMessage, TextMessenger } from "#modules/merchants/server/text-message.port.ts";
import type { TextReportSource } from "#modules/messages/server/text-report.port.ts";
import type { TextReport } from "#modules/messages/server/whatsapp-sender.port.ts";

export type TwilioSettings = {
  /** `https://api.twilio.com`, without a trailing slash. */
  apiUrl: string;
  accountSid: string;
  authToken: string;
  /** A sender id or number of ours. */
  from: string;
  /** Where Twilio reports to; our reference is added to it. */
  callbackUrl: string;
};

/** Sends text messages through Twilio's REST API, and reads its reports. Its quirks: QUIRKS.md. */
export function makeTwilio(settings: TwilioSettings): TextMessenger & TextReportSource {
  const { apiUrl, accountSid, authToken, from, callbackUrl } = settings;
  return {
    recognizesRepeats: false,
    async send({ to, text, reference }) {
      const response = await httpRequest({
        method: "POST",
        url: `${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`,
        timeoutMs: 20_000,
        headers: {
          authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`,
        },
        form: {
          To: to,
          From: from,
          Body: text,
          StatusCallback: `${callbackUrl}?reference=${encodeURIComponent(reference)}`,
        },
      });
      return parseResponse(response);
    },
    vendor: "twilio",
    parseReport({ url, body, headers }) {
      const fields = new URLSearchParams(body.toString("utf8"));
      if (!isSigned(url, fields, String(headers["x-twilio-signature"] ?? ""), authToken)) return null;
      return toReports(new URL(url).searchParams.get("reference"), fields);
    },
  };
}

const sentSchema = z.object({
  sid: z.string().min(1),
  num_segments: z.coerce.number().int().positive().catch(1),
});
const refusedSchema = z.object({ code: z.number(), message: z.string().default("") });

function parseResponse(response: HttpResponse): SentMessage {
  const { status, headers, json } = response;
  if (status === 201 || status === 200) {
    const sent = sentSchema.safeParse(json);
    if (sent.success) return { providerId: sent.data.sid, parts: sent.data.num_segments };
    throw new AdapterFault("outcome_unknown", { reason: `twilio ${status}: an answer of another shape` });
  }
  const refused = refusedSchema.safeParse(json);
  const code = refused.success ? refused.data.code : null;
  const kind = toFaultKind(status, code);
  throw new AdapterFault(kind, {
    reason: `twilio ${code ?? status}: ${(refused.success ? refused.data.message : "").slice(0, 200)}`,
    ...(kind === "later" ? { retryAfterSeconds: retryAfterSeconds(headers, new Date()) ?? 5 } : {}),
    ...(status === 429 ? { throttled: true } : {}),
  });
}

/** Faults of our account or sender, whatever the number (Twilio docs, "Error and Warning Dictionary"). */
const accountCodes = new Set([20003, 21408, 21606]);

function toFaultKind(status: number, code: number | null): FaultKind {
  if (status === 401 || status === 403 || (code !== null && accountCodes.has(code))) return "reconnect";
  if (status === 429 || status === 503 || code === 20429) return "later";
  // Other server errors say nothing about the message.
  return status >= 500 ? "outcome_unknown" : "rejected";
}

const states: Readonly<Record<string, TextReport["state"]>> = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  undelivered: "failed",
  failed: "failed",
};

function toReports(reference: string | null, fields: URLSearchParams): TextReport[] {
  const state = states[fields.get("MessageStatus") ?? ""];
  if (!state || !reference) return [];
  const error = fields.get("ErrorCode");
  return [
    {
      reference,
      providerId: fields.get("MessageSid") ?? "",
      state,
      at: new Date(),
      ...(error ? { reason: `twilio ${error}` } : {}),
    },
  ];
}

/** HMAC-SHA1 of the whole address and every field in order of its name (Twilio docs, "Validating requests"). */
function isSigned(url: string, fields: URLSearchParams, signature: string, authToken: string): boolean {
  const sorted = [...fields].sort(([one], [other]) => (one < other ? -1 : 1));
  const text = url + sorted.map(([name, value]) => name + value).join("");
  const expected = createHmac("sha1", authToken).update(text, "utf8").digest();
  const given = Buffer.from(signature, "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}
