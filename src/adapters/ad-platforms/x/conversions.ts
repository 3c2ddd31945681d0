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

const tag = z.looseObject({ id: z.string(), website_tag_id: z.string() });
const processed = z.looseObject({ conversions_processed: z.number() });

/** X's Web Conversions: purchases of the account's event tag (docs.x.com, X Ads API, Web conversions). */
export function makeConversions(client: ApiClient): ConversionReceiver {
  /** The base tag in the path, by the event tag; it never changes. */
  const baseTags = new Map<string, string>();

  async function loadBaseTag(
    { accessToken, adAccountId }: AdAccountContext,
    eventTag: string,
  ): Promise<string> {
    const known = baseTags.get(eventTag);
    if (known !== undefined) return known;
    for await (const raw of client.list(accessToken, `/accounts/${adAccountId}/web_event_tags`)) {
      const { id, website_tag_id } = parseAs(tag, raw);
      baseTags.set(id, website_tag_id);
    }
    const found = baseTags.get(eventTag);
    if (found === undefined) throw rejected("the event tag is gone", "ad_accounts:conversions_need_pixel");
    return found;
  }

  return {
    async sendConversions(account, events) {
      const eventTag = requirePixel(account);
      const path = `/measurement/conversions/${await loadBaseTag(account, eventTag)}`;
      return sendInHalves(events, async (batch) => {
        const json = { conversions: batch.map((event) => toConversion(event, eventTag)) };
        parseAs(processed, await client.write(account.accessToken, { method: "POST", path, json }));
        return batch.map(() => ({ outcome: "accepted" }));
      });
    },
  };
}

function toConversion(event: ConversionEvent, eventTag: string): Json {
  return {
    conversion_time: event.occurredAt.toISOString(),
    event_id: eventTag,
    identifiers: toIdentifiers(event),
    conversion_id: event.eventId,
    value: toUnits(event.value).toFixed(2),
    price_currency: "SAR",
    number_items: 1,
  };
}

/** One object for each identifier: the click id, and hashes of the e-mail and of the phone with its plus. */
function toIdentifiers({ click, contact }: ConversionEvent): Json[] {
  const twclid = click?.ids.twclid;
  return [
    ...(twclid ? [{ twclid }] : []),
    ...(contact?.email ? [{ hashed_email: contact.email.plain }] : []),
    ...(contact?.phone ? [{ hashed_phone_number: contact.phone.e164 }] : []),
  ];
}
