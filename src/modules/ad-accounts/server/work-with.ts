import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import type { Platforms } from "./ad-accounts.deps.ts";
import { type AccountRow, readAccount } from "./ad-accounts.store.ts";
import type { ActingFor, AdFigures, AdPlatform, BoundAdPlatform, FiguresAsked } from "./ad-platform.port.ts";
import { makeCircuit } from "./circuit.ts";
import { adGroupIn, campaignIn, figuresInRiyals, stateInRiyals } from "./in-riyals.ts";
import { pendingUploads } from "./pending-uploads.store.ts";
import { type Permissions, permissionGone } from "./permissions.ts";

export type WorkWith = (merchantId: string, adAccountId: string) => BoundAdPlatform;

type Deps = { db: Db; systemClock: Clock; platforms: Platforms; permissions: Permissions };
type Act<Outcome> = (platform: AdPlatform, account: ActingFor) => Promise<Outcome>;

/**
 * The platform as one linked account, each call with a living permission. What does not answer is left alone for a while,
 * the account and the platform each for itself. Must not be used inside a transaction: it calls other systems.
 */
export function makeWorkWith({ db, systemClock, platforms, permissions }: Deps): WorkWith {
  const perAccount = makeCircuit({ clock: systemClock, tolerance: 5 });
  const perPlatform = makeCircuit({ clock: systemClock, tolerance: 25 });

  async function run<Outcome>(merchantId: string, id: string, act: Act<Outcome>): Promise<Outcome> {
    const account = await readAccount(db, merchantId, id);
    if (account?.status !== "linked") throw permissionGone("the ad account is not linked");
    const platform = platforms[account.platform];
    if (!platform) throw new AdapterFault("later", { reason: `no adapter for ${account.platform}` });
    const uploads = pendingUploads({ db, systemClock }, merchantId, id);
    perPlatform.admit(account.platform);
    perAccount.admit(id);
    try {
      const outcome = await permissions.using(account.connection_id, (accessToken) =>
        act(platform, { ...actingFor(account, accessToken), uploads }),
      );
      perPlatform.succeeded(account.platform);
      perAccount.succeeded(id);
      return outcome;
    } catch (error) {
      noteFailure(account, error);
      throw error;
    }
  }

  /** Silence and failures count; a clear no is an answer like any other. */
  function noteFailure({ id, platform }: AccountRow, error: unknown) {
    if (!isFault(error, "later") && !isFault(error, "outcome_unknown")) {
      perAccount.succeeded(id);
      return;
    }
    perAccount.failed(id, error.retryAfterSeconds);
    perPlatform.failed(platform);
  }

  return (merchantId, adAccountId) => {
    const bound = <Outcome>(act: Act<Outcome>) => run(merchantId, adAccountId, act);
    return {
      adAccountId,
      createCampaign: (order) =>
        bound((platform, account) => platform.createCampaign(account, campaignIn(account.currency, order))),
      createAdGroup: (order) =>
        bound((platform, account) => platform.createAdGroup(account, adGroupIn(account.currency, order))),
      createAd: (order) => bound((platform, account) => platform.createAd(account, order)),
      updateCampaign: (id, order) =>
        bound((platform, account) =>
          platform.updateCampaign(account, id, campaignIn(account.currency, order)),
        ),
      updateAdGroup: (id, order) =>
        bound((platform, account) => platform.updateAdGroup(account, id, adGroupIn(account.currency, order))),
      updateAd: (id, order) => bound((platform, account) => platform.updateAd(account, id, order)),
      find: (...asked) =>
        bound(async (platform, account) => {
          const found = await platform.find(account, ...asked);
          return found && stateInRiyals(account.currency, found);
        }),
      setStatus: (...asked) => bound((platform, account) => platform.setStatus(account, ...asked)),
      remove: (...asked) => bound((platform, account) => platform.remove(account, ...asked)),
      states: (...asked) =>
        bound(async (platform, account) =>
          (await platform.states(account, ...asked)).map((state) => stateInRiyals(account.currency, state)),
        ),
      readFigures: (asked) => pagesOf(bound, asked),
    };
  };
}

/**
 * Page by page; each page is a call of its own, so that the permission may end in the middle of a long reading. Then it
 * is begun anew, and pages told already come again.
 */
async function* pagesOf(bound: <Outcome>(act: Act<Outcome>) => Promise<Outcome>, asked: FiguresAsked) {
  let reading:
    | { pages: AsyncIterator<AdFigures[]>; inRiyals: ReturnType<typeof figuresInRiyals> }
    | undefined;
  while (true) {
    const page = await bound(async (platform, account) => {
      reading ??= {
        pages: platform.readFigures(account, asked)[Symbol.asyncIterator](),
        inRiyals: figuresInRiyals(account.currency),
      };
      try {
        const { done, value } = await reading.pages.next();
        return done ? null : reading.inRiyals(value);
      } catch (error) {
        reading = undefined;
        throw error;
      }
    });
    if (page === null) return;
    yield page;
  }
}

function actingFor(account: AccountRow, accessToken: string): Omit<ActingFor, "uploads"> {
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
