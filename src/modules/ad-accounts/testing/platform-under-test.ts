import type { AccountMoney } from "../contract/currencies.ts";
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

/** What a vendor's simulator can be told to do with the next request that writes. */
export type InjectedFault = "act_then_silence" | "silence" | "busy" | "down" | "half_done";

/** One adapter beside its simulator, as the promises need it. */
export type PlatformUnderTest = {
  platform: AdPlatform;
  /** An account nobody else uses, with the permission to act on it. */
  freshAccount(): Promise<{ account: AdAccountContext; tokens: PlatformTokens }>;
  picture(reference: string): AdMedia;
  callToAction: string;
  /** What this platform wants otherwise than the usual orders have it: whole age steps, no circles, keywords, words only. */
  campaign?: Partial<CampaignSpec>;
  adGroup?: Partial<AdGroupSpec>;
  ad?: Partial<AdSpec>;
  /** An id of its form that it never gave. */
  unknownId?: string;
  /** Where the ads lead: an address that the platform takes, and that answers. */
  landingUrl: string;
  /** Happens to the next request of this kind, once. */
  injectFault(kind: InjectedFault, to: Level | "reading"): Promise<void>;
  /** Ends the permission: its time is over, or the person has withdrawn it. */
  expireTokens(): Promise<void>;
  /** Answers a living token after that, for platforms that renew none without the merchant; `refresh` is asked otherwise. */
  relink?(): Promise<string>;
  /** Seconds a busy platform asks us to wait. */
  busySeconds: number;
  /** How many objects of a level stand in the account, as the platform itself lists them. */
  countObjects(account: AdAccountContext, level: Level): Promise<number>;
  /** Lets the platform show ads and people click for a while; resolves when its reports know of it. */
  runAds(days: number): Promise<void>;
  now(): Promise<Date>;
  /** The campaign's spend in whole life, as the platform's own total says. */
  totalSpend(account: AdAccountContext, platformCampaignId: string): Promise<AccountMoney>;
  stop(): Promise<void>;
};
