import { z } from "zod";
import type { AdAccountContext } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type {
  ConversionEvent,
  ConversionReceiver,
} from "#modules/ad-accounts/server/conversion-receiver.port.ts";
import { requirePixel, toUnits } from "../shared/conversion-parts.ts";
import { parseAs } from "../shared/parse-as.ts";
import { sendInHalves } from "../shared/send-in-halves.ts";
import type { Graph, Json } from "./graph.ts";

const received = z.looseObject({ events_received: z.number() });
const quality = z.looseObject({
  web: z
    .array(
      z.looseObject({
        event_name: z.string(),
        event_match_quality: z.looseObject({ composite_score: z.number() }).optional(),
      }),
    )
    .default([]),
});

/** Meta's Conversions API: website purchases of the account's pixel (Marketing API, Conversions API). */
export function makeConversions(graph: Graph): ConversionReceiver {
  return {
    async sendConversions(account, events) {
      const pixelId = requirePixel(account);
      return sendInHalves(events, async (batch) => {
        const body = { data: batch.map(toServerEvent) };
        parseAs(received, await graph.write(account.accessToken, `/${pixelId}/events`, body));
        return batch.map(() => ({ outcome: "accepted" }));
      });
    },
    readMatchQuality: (account) => readMatchQuality(graph, account),
  };
}

/** Dataset Quality API: Event Match Quality of the purchases that came from servers. */
async function readMatchQuality(graph: Graph, account: AdAccountContext): Promise<number | null> {
  const found = parseAs(
    quality,
    await graph.read(account.accessToken, "/dataset_quality", {
      dataset_id: requirePixel(account),
      fields: "web{event_match_quality,event_name}",
    }),
  );
  const purchase = found.web.find(({ event_name }) => event_name === "Purchase");
  return purchase?.event_match_quality?.composite_score ?? null;
}

function toServerEvent(event: ConversionEvent): Json {
  return {
    event_name: "Purchase",
    event_time: Math.floor(event.occurredAt.getTime() / 1_000),
    event_id: event.eventId,
    // Website events need the browser's name, which only a click of ours has (Server event parameters).
    action_source: event.click ? "website" : "other",
    event_source_url: event.pageUrl,
    user_data: toUserData(event),
    custom_data: { currency: "SAR", value: toUnits(event.value), order_id: event.orderReference },
    // Nothing is limited by state law: the shoppers are not in the United States.
    data_processing_options: [],
  };
}

/** Customer information parameters: hashes for e-mail and phone; the click id and the browser's name are sent plain. */
function toUserData({ click, contact }: ConversionEvent): Json {
  const fbclid = click?.ids.fbclid;
  return {
    ...(contact?.email ? { em: [contact.email.plain] } : {}),
    ...(contact?.phone ? { ph: [contact.phone.digits] } : {}),
    ...(click ? { client_user_agent: click.userAgent } : {}),
    ...(click && fbclid ? { fbc: `fb.1.${click.clickedAt.getTime()}.${fbclid}` } : {}),
  };
}
