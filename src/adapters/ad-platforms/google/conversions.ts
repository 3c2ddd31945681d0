import { z } from "zod";
import type { HashedContact } from "#base/server/hashed-contact.ts";
import type {
  ConversionEvent,
  ConversionReceipt,
  ConversionReceiver,
} from "#modules/ad-accounts/server/conversion-receiver.port.ts";
import { requirePixel, toUnits } from "../shared/conversion-parts.ts";
import { parseAs } from "../shared/parse-as.ts";
import { sendInHalves } from "../shared/send-in-halves.ts";
import { type DataManagerClient, type Json, readRequestId, toDestination } from "./data-manager-client.ts";

const receiptSchema = z.looseObject({
  requestStatusPerDestination: z.array(
    z.looseObject({
      requestStatus: z.string(),
      errorInfo: z
        .looseObject({
          errorCounts: z
            .array(z.looseObject({ reason: z.string(), recordCount: z.coerce.number() }))
            .default([]),
        })
        .optional(),
      eventsIngestionStatus: z.looseObject({ recordCount: z.coerce.number() }).optional(),
    }),
  ),
});

/** A repetition of a request whose answer was lost, or the tag's own report of the purchase: it counts once. */
const alreadyCounted = "DUPLICATE_TRANSACTION_ID";

/**
 * Purchases through Google's Data Manager API (events.ingest), which replaced uploadClickConversions for new senders on
 * 15 June 2026. The account's conversion action is the destination, and the transaction id is shared with its tag.
 */
export function makeConversions(client: DataManagerClient): ConversionReceiver {
  return {
    async sendConversions(account, events) {
      const destinations = [toDestination(account, requirePixel(account))];
      return sendInHalves(events, async (batch) => {
        const body = { destinations, events: batch.map(toEvent), encoding: "HEX", validateOnly: false };
        const requestId = readRequestId(await client.post(account.accessToken, "events:ingest", body));
        return batch.map(() => ({ outcome: "processing", requestId }));
      });
    },
    async readReceipt(account, requestId): Promise<ConversionReceipt> {
      const path = `requestStatus:retrieve?${new URLSearchParams({ requestId })}`;
      const { requestStatusPerDestination: statuses } = parseAs(
        receiptSchema,
        await client.get(account.accessToken, path),
      );
      if (statuses.some(({ requestStatus }) => requestStatus === "PROCESSING"))
        return { status: "processing" };
      const refused = statuses
        .flatMap(({ errorInfo }) => errorInfo?.errorCounts ?? [])
        .filter(({ reason }) => !reason.endsWith(alreadyCounted));
      return {
        status: "done",
        refused: refused.map(({ reason, recordCount }) => ({ reason, count: recordCount })),
      };
    },
  };
}

function toEvent(event: ConversionEvent): Json {
  return {
    transactionId: event.eventId,
    eventTimestamp: event.occurredAt.toISOString(),
    eventSource: "WEB",
    conversionValue: toUnits(event.value),
    currency: "SAR",
    adIdentifiers: toAdIdentifiers(event),
    ...(event.contact
      ? {
          userData: { userIdentifiers: toUserIdentifiers(event.contact) },
          // Contacts are shared only with the merchant's declaration that their shoppers agreed.
          consent: { adUserData: "CONSENT_GRANTED", adPersonalization: "CONSENT_GRANTED" },
        }
      : {}),
  };
}

/** One click id: `gclid`, else one of the two that iOS leaves (AdIdentifiers). */
function toAdIdentifiers({ click }: ConversionEvent): Json {
  const { gclid, gbraid, wbraid } = click?.ids ?? {};
  if (gclid) return { gclid };
  return { ...(gbraid ? { gbraid } : {}), ...(wbraid ? { wbraid } : {}) };
}

/** Format user data: Gmail addresses in Google's own form, phones in E.164, both hashed and in hex. */
export function toUserIdentifiers({ email, phone }: HashedContact): Json[] {
  return [...(email ? [{ emailAddress: email.gmail }] : []), ...(phone ? [{ phoneNumber: phone.e164 }] : [])];
}
