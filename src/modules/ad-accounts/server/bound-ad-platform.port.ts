import type { RecordResponse } from "#base/server/record-responses.ts";
import type { Halalas } from "#base/shared/money.ts";
import type {
  AdAccountContext,
  AdFigures,
  AdSpec,
  AudienceFigures,
  AudienceQuery,
  CampaignPublisher,
  FiguresQuery,
} from "./ad-platform.port.ts";

/** A role of the port with the account filled in: the same calls without their first argument. */
type Bound<Role> = {
  [Call in keyof Role]: Role[Call] extends (account: AdAccountContext, ...rest: infer Rest) => infer Outcome
    ? (...rest: Rest) => Outcome
    : never;
};

/**
 * The platform bound to one linked ad account, with tokens renewed as needed: what other modules use. Amounts are in
 * riyals, whatever the account is billed in.
 */
export type BoundAdPlatform = Bound<Omit<CampaignPublisher<Halalas>, "createAd" | "updateAd">> & {
  readonly adAccountId: string;
  createAd(spec: BoundAdSpec): Promise<{ platformId: string }>;
  updateAd(platformId: string, spec: BoundAdSpec): Promise<void>;
  /** As the port's; `record` gets what the platform answers, before the page that is made from it. */
  readFigures(query: FiguresQuery, record?: RecordResponse): AsyncIterable<AdFigures<Halalas>[]>;
};

/** An ad with the public profile it appears under, which the account's context carries; null: the account's own. */
export type BoundAdSpec = AdSpec & { profileId: string | null };

/** Reads who saw a campaign; null where the platform's reports do not say. */
export type BoundAudienceReader = {
  readAudience(query: AudienceQuery): Promise<AudienceFigures<Halalas>[] | null>;
};
