import type { HashedContact } from "#base/server/hashed-contact.ts";
import type { Halalas } from "#base/shared/money.ts";
import type { AdAccountContext } from "./ad-account-context.port.ts";

/** A purchase that is sent back to the platform whose ad may have brought it. */
export type ConversionEvent = {
  /** The same for the browser's pixel and for every repetition: the platform counts it once. */
  eventId: string;
  /** The order's number, as the merchant and the shopper know it. */
  orderReference: string;
  /** When it counts: when the order was placed, or when it was delivered. */
  occurredAt: Date;
  /** In riyals, whatever the account is billed in: platforms convert. */
  value: Halalas;
  /** The click on our link; null when none is known. */
  click: {
    /** What the platform added to the link, by the name it has there (`fbclid`, `gclid`); empty when it added nothing. */
    ids: Readonly<Record<string, string>>;
    clickedAt: Date;
    userAgent: string;
  } | null;
  /** Null when the shopper's contact is not known or not shared. */
  contact: HashedContact | null;
  /** The page of the store that the ad led to. */
  pageUrl: string;
};

export type ConversionOutcome =
  | { outcome: "accepted" }
  /** The platform's own words; it is not sent again. */
  | { outcome: "refused"; reason: string }
  /** It was received under this request, whose outcome is read later (`readReceipt`). */
  | { outcome: "processing"; requestId: string };

/** What became of a request whose events were `processing`. */
export type ConversionReceipt =
  | { status: "processing" }
  /** The platform names how many events of the request it refused and why, not which. */
  | { status: "done"; refused: readonly { reason: string; count: number }[] };

export interface ConversionReceiver {
  /**
   * Sends purchases to the account's pixel; one outcome for each, in their order. At most `batch` of the platform's
   * `conversionRules` at once, none older than `maxAgeDays`. Sending one again is safe: its `eventId` counts once, so
   * `outcome_unknown` asks for no look-up. Throws `rejected` when the account cannot send at all.
   */
  sendConversions(
    account: AdAccountContext,
    events: readonly ConversionEvent[],
  ): Promise<ConversionOutcome[]>;
  /** Only where outcomes are `processing`. */
  readReceipt?(account: AdAccountContext, requestId: string): Promise<ConversionReceipt>;
  /**
   * How well the platform could match purchases to people lately, from 0 to 10 as it grades it; null without a grade.
   * Only where a platform says so.
   */
  readMatchQuality?(account: AdAccountContext): Promise<number | null>;
}

/** The receiver bound to one linked ad account; `null` where the platform has no such reading. */
export type BoundConversionReceiver = {
  sendConversions(events: readonly ConversionEvent[]): Promise<ConversionOutcome[]>;
  readReceipt(requestId: string): Promise<ConversionReceipt | null>;
  readMatchQuality(): Promise<number | null>;
};
