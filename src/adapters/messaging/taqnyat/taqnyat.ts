import { z } from "zod";
import { type HttpResponse, httpRequest, retryAfterSeconds } from "#base/server/http-client.ts";
import { AdapterFault, type FaultKind } from "#base/shared/adapter-fault.ts";
import type { SentMessage, TextMessenger } from "#modules/merchants/server/text-message.port.ts";

export type TaqnyatSettings = {
  /** `https://api.taqnyat.sa`, without a trailing slash. */
  apiUrl: string;
  token: string;
  /** Registered for service messages; 3 to 11 characters. */
  senderId: string;
};

/** Sends text messages through Taqnyat's REST API. Its quirks: QUIRKS.md. */
export function makeTaqnyat({ apiUrl, token, senderId }: TaqnyatSettings): TextMessenger {
  return {
    recognizesRepeats: false,
    async send({ to, text }) {
      const response = await httpRequest({
        method: "POST",
        url: `${apiUrl}/v1/messages`,
        timeoutMs: 20_000,
        headers: { authorization: `Bearer ${token}` },
        json: { recipients: [to.replace(/^\+/, "")], body: text, sender: senderId },
      });
      return parseResponse(response);
    },
  };
}

const acceptedSchema = z.object({
  messageId: z.coerce.string().min(1),
  /** Lists written as text: `[966501234567,]` and `[]`. */
  accepted: z.string(),
  msgLength: z.coerce.number().int().positive().optional(),
});
const refusedSchema = z.object({ message: z.string() });

function parseResponse(response: HttpResponse): SentMessage {
  const { status, headers, json } = response;
  if (status === 201 || status === 200) {
    const parsed = acceptedSchema.safeParse(json);
    if (!parsed.success)
      throw new AdapterFault("outcome_unknown", { reason: `taqnyat ${status}: an answer of another shape` });
    // A call to one number either accepted it or not, whatever its status says.
    if (!/\d/.test(parsed.data.accepted))
      throw new AdapterFault("rejected", { reason: "taqnyat: the number was rejected" });
    return { providerId: parsed.data.messageId, parts: parsed.data.msgLength ?? 1 };
  }
  const kind = toFaultKind(status);
  const refused = refusedSchema.safeParse(json);
  throw new AdapterFault(kind, {
    reason: `taqnyat ${status}: ${(refused.success ? refused.data.message : "").slice(0, 200)}`,
    ...(kind === "later" ? { retryAfterSeconds: retryAfterSeconds(headers, new Date()) ?? 5 } : {}),
    ...(status === 429 ? { throttled: true } : {}),
  });
}

function toFaultKind(status: number): FaultKind {
  if (status === 401 || status === 403) return "reconnect";
  if (status === 429 || status === 503) return "later";
  // Other server errors say nothing about the message.
  return status >= 500 ? "outcome_unknown" : "rejected";
}
