import { z } from "zod";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type {
  ConversionEvent,
  ConversionReceiver,
} from "#modules/ad-accounts/server/conversion-receiver.port.ts";
import { requirePixel, toUnits } from "../shared/conversion-parts.ts";
import { parseAs } from "../shared/parse-as.ts";
import { sendInHalves } from "../shared/send-in-halves.ts";
import type { ApiClient, Json } from "./api-client.ts";
import { rejected } from "./faults.ts";

const pixels = z.looseObject({
  pixels: z.array(z.looseObject({ pixel_id: z.string(), pixel_code: z.string() })),
});

/** TikTok's Events API 2.0: web purchases of the account's pixel (TikTok API for Business, Report events). */
export function makeConversions(client: ApiClient): ConversionReceiver {
  /** Events name the pixel by its code, ads by its id; the code of a pixel never changes. */
  const codes = new Map<string, string>();

  async function loadCode(account: AdAccountContext): Promise<string> {
    const pixelId = requirePixel(account);
    const known = codes.get(pixelId);
    if (known !== undefined) return known;
    const query = { advertiser_id: account.adAccountId, pixel_id: pixelId, page: 1, page_size: 10 };
    const found = parseAs(pixels, await client.get(account.accessToken, "/pixel/list/", query));
    const code = found.pixels.find(({ pixel_id }) => pixel_id === pixelId)?.pixel_code;
    if (code === undefined) throw rejected("the pixel is gone", "ad_accounts:conversions_need_pixel");
    codes.set(pixelId, code);
    return code;
  }

  return {
    async sendConversions(account, events) {
      const code = await loadCode(account);
      return sendInHalves(events, async (batch) => {
        const body = { event_source: "web", event_source_id: code, data: batch.map(toServerEvent) };
        await client.post(account.accessToken, "/event/track/", body);
        return batch.map(() => ({ outcome: "accepted" }));
      });
    },
  };
}

function toServerEvent(event: ConversionEvent): Json {
  return {
    // Named CompletePayment until 2024; the older name is still read in reports (complete_payment).
    event: "Purchase",
    event_time: Math.floor(event.occurredAt.getTime() / 1_000),
    event_id: event.eventId,
    user: toUser(event),
    properties: { currency: "SAR", value: toUnits(event.value), order_id: event.orderReference },
    page: { url: event.pageUrl },
  };
}

/** Advanced matching: hashes for e-mail and phone with its plus; the click id as it came. */
function toUser({ click, contact }: ConversionEvent): Json {
  const ttclid = click?.ids.ttclid;
  return {
    ...(contact?.email ? { email: [contact.email.plain] } : {}),
    ...(contact?.phone ? { phone: [contact.phone.e164] } : {}),
    ...(click ? { user_agent: click.userAgent } : {}),
    ...(ttclid ? { ttclid } : {}),
  };
}
