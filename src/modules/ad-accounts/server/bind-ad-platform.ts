import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { type RecordResponse, recordResponses } from "#base/server/record-responses.ts";
import { systemActor } from "#base/shared/actor.ts";
import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import type { Platform } from "../contract/platforms.ts";
import { type AccountRow, findAccount } from "./ad-accounts.store.ts";
import type { AdAccountContext, AdFigures, AdPlatform, FiguresQuery } from "./ad-platform.port.ts";
import type { BoundAdPlatform, BoundAudienceReader } from "./bound-ad-platform.port.ts";
import { makeCircuitBreaker } from "./circuit-breaker.ts";
import type { BoundConversionReceiver } from "./conversion-receiver.port.ts";
import {
  audienceInRiyals,
  convertAdGroup,
  convertCampaign,
  figuresInRiyals,
  stateInRiyals,
} from "./convert-currency.ts";
import type { BoundCustomerListKeeper } from "./customer-list.port.ts";
import { pendingUploads } from "./pending-uploads.store.ts";
import { type AdTokenManager, accessRevoked } from "./token-manager.ts";

export type BindAdPlatform = (
  merchantId: string,
  adAccountId: string,
) => BoundAdPlatform & BoundAudienceReader & BoundConversionReceiver & BoundCustomerListKeeper;

type Deps = {
  db: Db;
  systemClock: Clock;
  platforms: Partial<Record<Platform, AdPlatform>>;
  tokenManager: AdTokenManager;
};
type PlatformCall<Outcome> = (platform: AdPlatform, account: AdAccountContext) => Promise<Outcome>;

/**
 * The platform bound to one linked account, each call with a valid token. Circuit breakers stop calls that keep
 * failing, one for the account and one for the platform. Must not be used inside a transaction: it calls other
 * systems.
 */
export function makeBindAdPlatform({ db, systemClock, platforms, tokenManager }: Deps): BindAdPlatform {
  const accountCircuit = makeCircuitBreaker({ clock: systemClock, tolerance: 5 });
  const platformCircuit = makeCircuitBreaker({ clock: systemClock, tolerance: 25 });

  async function runCall<Outcome>(
    merchantId: string,
    id: string,
    call: PlatformCall<Outcome>,
  ): Promise<Outcome> {
    const account = await findAccount({ db, actor: systemActor(merchantId) }, id);
    if (account?.status !== "linked") throw accessRevoked("the ad account is not linked");
    const platform = platforms[account.platform];
    if (!platform) throw new AdapterFault("later", { reason: `no adapter for ${account.platform}` });
    const uploads = pendingUploads({ db, systemClock }, { merchantId, adAccountId: id });
    const connection = { id: account.connection_id, merchant_id: merchantId };
    platformCircuit.admit(account.platform);
    accountCircuit.admit(id);
    try {
      const outcome = await tokenManager.withToken(connection, (accessToken) =>
        call(platform, { ...toAccountContext(account, accessToken), uploads }),
      );
      platformCircuit.succeeded(account.platform);
      accountCircuit.succeeded(id);
      return outcome;
    } catch (error) {
      recordFailure(account, error);
      throw error;
    }
  }

  /** Timeouts and failures count; a refusal is an answer like any other. */
  function recordFailure({ id, platform }: AccountRow, error: unknown) {
    if (!isFault(error, "later") && !isFault(error, "outcome_unknown")) {
      accountCircuit.succeeded(id);
      return;
    }
    accountCircuit.failed(id, error.retryAfterSeconds);
    platformCircuit.failed(platform);
  }

  return (merchantId, adAccountId) => {
    const withAccount = <Outcome>(call: PlatformCall<Outcome>) => runCall(merchantId, adAccountId, call);
    return {
      adAccountId,
      createCampaign: (spec) =>
        withAccount((platform, account) =>
          platform.createCampaign(account, convertCampaign(account.currency, spec)),
        ),
      createAdGroup: (spec) =>
        withAccount((platform, account) =>
          platform.createAdGroup(account, convertAdGroup(account.currency, spec)),
        ),
      createAd: ({ profileId, ...spec }) =>
        withAccount((platform, account) => platform.createAd(withProfile(account, profileId), spec)),
      updateCampaign: (id, spec) =>
        withAccount((platform, account) =>
          platform.updateCampaign(account, id, convertCampaign(account.currency, spec)),
        ),
      updateAdGroup: (id, spec) =>
        withAccount((platform, account) =>
          platform.updateAdGroup(account, id, convertAdGroup(account.currency, spec)),
        ),
      updateAd: (id, { profileId, ...spec }) =>
        withAccount((platform, account) => platform.updateAd(withProfile(account, profileId), id, spec)),
      find: (...args) =>
        withAccount(async (platform, account) => {
          const found = await platform.find(account, ...args);
          return found && stateInRiyals(account.currency, found);
        }),
      setStatus: (...args) => withAccount((platform, account) => platform.setStatus(account, ...args)),
      remove: (...args) => withAccount((platform, account) => platform.remove(account, ...args)),
      states: (...args) =>
        withAccount(async (platform, account) =>
          (await platform.states(account, ...args)).map((state) => stateInRiyals(account.currency, state)),
        ),
      readFigures: (query, record) => readPages(withAccount, query, record),
      sendConversions: (events) =>
        withAccount((platform, account) => platform.sendConversions(account, events)),
      readReceipt: (requestId) =>
        withAccount(async (platform, account) => (await platform.readReceipt?.(account, requestId)) ?? null),
      readMatchQuality: () =>
        withAccount(async (platform, account) => (await platform.readMatchQuality?.(account)) ?? null),
      ensureCustomerList: (...args) =>
        withAccount((platform, account) => platform.ensureCustomerList(account, ...args)),
      addCustomers: (...args) => withAccount((platform, account) => platform.addCustomers(account, ...args)),
      removeCustomers: (...args) =>
        withAccount((platform, account) => platform.removeCustomers(account, ...args)),
      deleteCustomerList: (...args) =>
        withAccount((platform, account) => platform.deleteCustomerList(account, ...args)),
      readAudience: (query) =>
        withAccount(async (platform, account) => {
          const people = await platform.readAudience?.(account, query);
          return people ? people.map((one) => audienceInRiyals(account.currency, one)) : null;
        }),
    };
  };
}

const withProfile = (account: AdAccountContext, profileId: string | null): AdAccountContext =>
  profileId === null ? account : { ...account, profileId };

/**
 * Reads page by page; each page is a call of its own, so that a token may expire during a long read. Then the read
 * starts again, and earlier pages come again.
 */
async function* readPages(
  withAccount: <Outcome>(call: PlatformCall<Outcome>) => Promise<Outcome>,
  query: FiguresQuery,
  record?: RecordResponse,
) {
  let iteration:
    | { pages: AsyncIterator<AdFigures[]>; inRiyals: ReturnType<typeof figuresInRiyals> }
    | undefined;
  while (true) {
    const page = await withAccount(async (platform, account) => {
      iteration ??= {
        pages: platform.readFigures(account, query)[Symbol.asyncIterator](),
        inRiyals: figuresInRiyals(account.currency),
      };
      try {
        const { pages } = iteration;
        const { done, value } = await (record ? recordResponses(record, () => pages.next()) : pages.next());
        return done ? null : iteration.inRiyals(value);
      } catch (error) {
        iteration = undefined;
        throw error;
      }
    });
    if (page === null) return;
    yield page;
  }
}

function toAccountContext(account: AccountRow, accessToken: string): Omit<AdAccountContext, "uploads"> {
  return {
    accessToken,
    organizationId: account.organization_id,
    adAccountId: account.platform_account_id,
    profileId: account.profile_id,
    pixelId: account.pixel_id,
    timeZone: account.time_zone,
    currency: account.currency,
  };
}
