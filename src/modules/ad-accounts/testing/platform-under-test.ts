import type { AccountMoney } from "../contract/currencies.ts";
import type { AudienceSplit } from "../contract/platforms.ts";
import type {
  AdAccountContext,
  AdGroupSpec,
  AdMedia,
  AdPlatform,
  AdSpec,
  CampaignSpec,
  Level,
  PlatformTokens,
} from "../server/ad-platform.port.ts";

/** A fault that a vendor's simulator injects into the next write request. */
export type InjectedFault = "act_then_silence" | "silence" | "busy" | "down" | "half_done";

/** One adapter beside its simulator, as the contract suite needs it. */
export type PlatformUnderTest = {
  platform: AdPlatform;
  /** An account nobody else uses, with a token for it. */
  freshAccount(): Promise<{ account: AdAccountContext; tokens: PlatformTokens }>;
  picture(reference: string): AdMedia;
  callToAction: string;
  /** Where this platform needs other specs than the usual: whole age steps, no radius, keywords, no media. */
  campaign?: Partial<CampaignSpec>;
  adGroup?: Partial<AdGroupSpec>;
  ad?: Partial<AdSpec>;
  /** What its reports split those who saw a campaign by. */
  audienceSplits: readonly AudienceSplit[];
  /** An id in its format that it never issued. */
  unknownId?: string;
  /** Where the ads lead: an address that the platform accepts, and that answers. */
  landingUrl: string;
  /** Injected into the next request of this kind, once. */
  injectFault(kind: InjectedFault, to: Level | "reading" | "conversions"): Promise<void>;
  /** Ends access: the token expired, or the person revoked it. */
  expireTokens(): Promise<void>;
  /** Returns a valid token after that, for platforms where only the merchant can renew; otherwise `refresh` is used. */
  relink?(): Promise<string>;
  /** Seconds a busy platform asks us to wait. */
  busySeconds: number;
  /** How many objects of a level exist in the account, as the platform itself lists them. */
  countObjects(account: AdAccountContext, level: Level): Promise<number>;
  /** A person clicks the ad; the address that opens, with what the platform adds to it. */
  clickAd(platformAdId: string): Promise<string>;
  /** The customer lists that exist in the account, with how many hashes each holds. */
  listCustomerLists(account: AdAccountContext): Promise<{ id: string; members: number }[]>;
  passMinutes(minutes: number): Promise<void>;
  /** Lets the platform show ads and people click for a while; resolves when its reports include it. */
  runAds(days: number): Promise<void>;
  now(): Promise<Date>;
  /** The campaign's lifetime spend, as the platform's own total says. */
  totalSpend(account: AdAccountContext, platformCampaignId: string): Promise<AccountMoney>;
  stop(): Promise<void>;
};
