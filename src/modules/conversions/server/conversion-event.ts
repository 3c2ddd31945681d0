import type { HashedContact } from "#base/server/hashed-contact.ts";
import type { Halalas } from "#base/shared/money.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { ConversionEvent } from "#modules/ad-accounts/server/conversion-receiver.port.ts";
import type { OrderFacts } from "#modules/stores/server/stores.facade.ts";
import type { OrderClick } from "#modules/tracking/server/tracking.facade.ts";

type Parts = {
  platform: Platform;
  click: OrderClick | undefined;
  contact: HashedContact | null;
  occurredAt: Date;
  value: Halalas;
};

/** An order as a platform is told of it: with the click only when it was the platform's own. */
export function toConversionEvent(
  { external_id, reference }: Pick<OrderFacts, "external_id" | "reference">,
  { platform, click, contact, occurredAt, value }: Parts,
): ConversionEvent {
  const own = click?.platform === platform ? click : undefined;
  return {
    eventId: external_id,
    orderReference: reference,
    occurredAt,
    value,
    click: own ? { ids: own.platformClick, clickedAt: own.clickedAt, userAgent: own.userAgent } : null,
    contact,
    pageUrl: click?.destination ?? "",
  };
}
