import type { Clock } from "#base/server/clock.ts";
import type { ReadContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { Platform } from "../contract/platforms.ts";
import type { AdPlatform } from "./ad-platform.port.ts";
import type { BindAdPlatform } from "./bind-ad-platform.ts";
import type { AdTokenManager } from "./token-manager.ts";

export type Platforms = Partial<Record<Platform, AdPlatform>>;

export type AdAccountsDeps = {
  /** For jobs and for callbacks, which come before their merchant is known. */
  db: Db;
  log: Log;
  vault: Vault;
  /** States, tokens. */
  systemClock: Clock;
  /** Business time for the contexts of jobs and callbacks. */
  worldClock: Clock;
  platforms: Platforms;
  tokenManager: AdTokenManager;
  bindAdPlatform: BindAdPlatform;
  /** The product's own address, without a trailing slash. */
  publicUrl: string;
  /** How many campaigns run on the account: they could not be stopped any more once our tokens are deleted. */
  countRunningCampaigns(ctx: ReadContext, adAccountId: string): Promise<number>;
};
