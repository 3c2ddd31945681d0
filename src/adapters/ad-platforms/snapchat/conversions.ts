import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import { type HttpResponse, httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type {
  ConversionEvent,
  ConversionOutcome,
  ConversionReceiver,
} from "#modules/ad-accounts/server/conversion-receiver.port.ts";
import { requirePixel, toUnits } from "../shared/conversion-parts.ts";
import { sendInHalves } from "../shared/send-in-halves.ts";
import type { Json } from "./api-client.ts";
import { rejected, toFault } from "./faults.ts";

type Options = {
  /** tr.snapchat.com */
  conversionsUrl: string;
  clock: Clock;
  timeoutMs?: number | undefined;
};

const answer = z.looseObject({
  status: z.string(),
  reason: z.string().optional(),
  error_records: z
    .array(z.looseObject({ record_number: z.number().optional(), reason: z.string().optional() }))
    .optional(),
});
const failure = z.looseObject({ status: z.string().optional(), reason: z.string() });

/** Snapchat's Conversions API v3: web purchases of the account's Snap Pixel (developers.snap.com, Conversions API). */
export function makeConversions({ conversionsUrl, clock, timeoutMs }: Options): ConversionReceiver {
  return {
    async sendConversions(account, events) {
      const pixelId = requirePixel(account);
      const params = new URLSearchParams({ access_token: account.accessToken });
      return sendInHalves(events, async (batch) => {
        const response = await httpRequest({
          ...(timeoutMs ? { timeoutMs } : {}),
          method: "POST",
          url: `${conversionsUrl}/v3/${pixelId}/events?${params}`,
          json: { data: batch.map(toServerEvent) },
        });
        return readAnswer(response, batch.length, clock.now());
      });
    },
  };
}

/** A request is refused as a whole by its HTTP status, or in part by records of its answer. */
function readAnswer(response: HttpResponse, count: number, now: Date): ConversionOutcome[] {
  if (response.status !== 200) {
    const refused = failure.safeParse(response.json);
    if (response.status === 400 && refused.success)
      throw rejected(`400 ${refused.data.reason}`.slice(0, 500));
    throw toFault(response, true, now);
  }
  const body = answer.safeParse(response.json);
  if (!body.success) throw new AdapterFault("outcome_unknown", { reason: "unreadable answer" });
  const { status, reason = "refused without a reason", error_records: records } = body.data;
  if (records && records.length > 0) {
    const byNumber = new Map(records.map((record) => [record.record_number, record.reason ?? reason]));
    return Array.from({ length: count }, (_, index) => {
      const why = byNumber.get(index);
      return why === undefined ? { outcome: "accepted" } : { outcome: "refused", reason: why };
    });
  }
  if (!/^(OK|VALID|SUCCESS)$/i.test(status)) throw rejected(`${status} ${reason}`.slice(0, 500));
  return Array.from({ length: count }, () => ({ outcome: "accepted" }));
}

function toServerEvent(event: ConversionEvent): Json {
  return {
    event_name: "PURCHASE",
    event_time: event.occurredAt.getTime(),
    event_id: event.eventId,
    action_source: "WEB",
    event_source_url: event.pageUrl,
    user_data: toUserData(event),
    custom_data: { currency: "SAR", value: toUnits(event.value), order_id: event.orderReference },
  };
}

/** User data parameters: hashes for e-mail and phone, the click id as it came. */
function toUserData({ click, contact }: ConversionEvent): Json {
  const { ScCid } = click?.ids ?? {};
  return {
    ...(contact?.email ? { em: [contact.email.plain] } : {}),
    ...(contact?.phone ? { ph: [contact.phone.digits] } : {}),
    ...(click ? { client_user_agent: click.userAgent } : {}),
    ...(ScCid ? { sc_click_id: ScCid } : {}),
  };
}
