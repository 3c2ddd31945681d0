import { hkdfSync } from "node:crypto";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { makeUnifonic } from "#adapters/messaging/unifonic/unifonic.ts";
import { makeLocalStorage } from "#adapters/object-storage/local/local-storage.ts";
import { makeMoyasar } from "#adapters/payments/moyasar/moyasar.ts";
import { makeSiteProbe } from "#adapters/store-platforms/other/site-probe.ts";
import { type Clock, systemClock } from "#base/server/clock.ts";
import type { ReadContext } from "#base/server/context.ts";
import type { Db, Driver } from "#base/server/db/db.ts";
import type { HttpContext } from "#base/server/http/mount.ts";
import type { Log } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Meters } from "#base/server/meters.ts";
import { toOperationKinds } from "#base/server/operations/define-operation.ts";
import { operationsJobs } from "#base/server/operations/operations.jobs.ts";
import { mountOperations } from "#base/server/operations/operations.routes.ts";
import { makeVault } from "#base/server/secrets.ts";
import { makeAdAccountsFacade } from "#modules/ad-accounts/server/ad-accounts.facade.ts";
import { adAccountsJobHandlers } from "#modules/ad-accounts/server/ad-accounts.jobs.ts";
import { mountAdAccounts } from "#modules/ad-accounts/server/ad-accounts.routes.ts";
import { makeBindAdPlatform } from "#modules/ad-accounts/server/bind-ad-platform.ts";
import { makeTokenManager } from "#modules/ad-accounts/server/token-manager.ts";
import { bulkOperations } from "#modules/campaigns/server/bulk-campaigns.ts";
import { makeCampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import { campaignsJobs } from "#modules/campaigns/server/campaigns.jobs.ts";
import { mountCampaigns } from "#modules/campaigns/server/campaigns.routes.ts";
import { makeCreativeFacade } from "#modules/creative/server/creative.facade.ts";
import { mountCreative } from "#modules/creative/server/creative.routes.ts";
import { makeSignedLinks } from "#modules/creative/server/signed-links.ts";
import { makeFiguresFacade } from "#modules/figures/server/figures.facade.ts";
import { figuresJobs } from "#modules/figures/server/figures.jobs.ts";
import { makeMerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import { merchantsJobs } from "#modules/merchants/server/merchants.jobs.ts";
import { mountMerchants } from "#modules/merchants/server/merchants.routes.ts";
import { defaultSignInSettings } from "#modules/merchants/server/merchants.settings.ts";
import { makePaymentsFacade } from "#modules/payments/server/payments.facade.ts";
import { paymentsJobs } from "#modules/payments/server/payments.job-handlers.ts";
import { mountPayments } from "#modules/payments/server/payments.routes.ts";
import { mountReports } from "#modules/reports/server/reports.routes.ts";
import { makeStaffFacade } from "#modules/staff/server/staff.facade.ts";
import { staffJobs } from "#modules/staff/server/staff.jobs.ts";
import { mountStaff } from "#modules/staff/server/staff.routes.ts";
import { defaultStaffSettings } from "#modules/staff/server/staff.settings.ts";
import { makeStoreAccess } from "#modules/stores/server/store-access.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import { storesJobHandlers } from "#modules/stores/server/stores.job-handlers.ts";
import { mountStores } from "#modules/stores/server/stores.routes.ts";
import { makeClickRecorder } from "#modules/tracking/server/click-recorder.ts";
import { openLinkCache } from "#modules/tracking/server/link-cache.ts";
import { makeMonths } from "#modules/tracking/server/make-months.ts";
import { mountRedirect } from "#modules/tracking/server/redirect.routes.ts";
import { makeTrackingFacade } from "#modules/tracking/server/tracking.facade.ts";
import { trackingJobs } from "#modules/tracking/server/tracking.jobs.ts";
import { mountTracking } from "#modules/tracking/server/tracking.routes.ts";
import { depositBounds } from "#modules/wallet/server/wallet.deps.ts";
import { makeWalletFacade } from "#modules/wallet/server/wallet.facade.ts";
import { walletJobs } from "#modules/wallet/server/wallet.job-handlers.ts";
import { mountWallet } from "#modules/wallet/server/wallet.routes.ts";
import { makeAdPlatforms } from "./ad-platforms.ts";
import { reportSources } from "./report-sources.ts";
import type { Settings } from "./settings.ts";
import { makeStorePlatforms } from "./store-platforms.ts";

export type ComposeOptions = {
  settings: Settings;
  db: Db;
  driver: Driver;
  log: Log;
  messages: Messages;
  meters: Meters;
  worldClock: Clock;
};

export type Modules = Awaited<ReturnType<typeof composeApp>>;

/** Connects every module with its dependencies and its outside systems: the only place that knows them all. */
export async function composeApp(options: ComposeOptions) {
  const { settings, db, driver, log, meters, worldClock } = options;
  const { common, facades, signIn, deps } = composeModules(options);
  const { merchants, staff, stores } = facades;
  const kinds = toOperationKinds(Object.values(bulkOperations(deps.campaigns)));

  return {
    authenticate: (token: string) => merchants.authenticate(db, token),
    authenticateStaff: (token: string) => staff.authenticateStaff(db, token),
    findActiveSessions: (sessionIds: readonly string[]) => merchants.findActiveSessions(db, sessionIds),
    campaignsDeps: deps.campaigns,
    figures: deps.figures,
    stores,

    /** Every call of the product. */
    mountCalls(app: FastifyInstance, http: HttpContext) {
      mountMerchants(app, http, { ...common, ...signIn });
      mountStaff(app, http, deps.staff);
      mountStores(app, http, deps.stores);
      mountAdAccounts(app, http, deps.adAccounts);
      mountPayments(app, http, deps.payments);
      mountWallet(app, http, deps.wallet);
      mountTracking(app, http, common);
      mountCreative(app, http, deps.creative);
      mountCampaigns(app, http, deps.campaigns);
      mountReports(app, http, deps.reports);
      mountOperations(app, http, { ...common, kinds });
    },

    /** The redirect endpoint that records clicks; it may run in a process of its own. */
    async mountRedirect(app: FastifyInstance) {
      await makeMonths(db, { now: worldClock.now() });
      mountRedirect(app, {
        links: await openLinkCache({ db, driver, systemClock, log }),
        clicks: makeClickRecorder(db),
        worldClock,
        addressKey: deriveKey(settings, "visitors' addresses"),
        onClickRecorded: (visitor) => meters.clicks.inc({ visitor }),
      });
    },

    /** The handlers of all background jobs. */
    jobs: () => [
      ...merchantsJobs({ ...common, textMessenger: makeMessenger(settings) }),
      ...staffJobs(common),
      ...storesJobHandlers(deps.stores),
      ...adAccountsJobHandlers(deps.adAccounts),
      ...paymentsJobs(deps.payments),
      ...walletJobs(deps.wallet, meters.registry),
      ...trackingJobs(common),
      ...campaignsJobs(deps.campaigns),
      ...figuresJobs(deps.figures),
      ...operationsJobs({ ...common, kinds }),
    ],
  };
}

/** What each module gets: the facades of the modules below it, its adapters, and what all of them share. */
function composeModules({ settings, db, log, messages, worldClock }: ComposeOptions) {
  const publicUrl = settings.PUBLIC_URL;
  const vault = makeVault(settings.vaultKeys);
  const common = { db, log, messages, vault, systemClock, worldClock, publicUrl };

  const signIn = toSignInSettings(settings);
  const merchants = makeMerchantsFacade({ systemClock, sessionLimits: signIn.sessionLimits });
  const staffDeps = { ...common, ...toStaffSettings(settings) };
  const staff = makeStaffFacade(staffDeps);

  const storePlatforms = makeStorePlatforms(settings);
  const access = makeStoreAccess({ ...common, merchants, platforms: storePlatforms });
  const sites = makeSiteProbe({ publicOnly: settings.ALLOW_PRIVATE_SITES === "off" });
  const stores = makeStoresFacade();

  const platforms = makeAdPlatforms(settings, worldClock);
  const tokenManager = makeTokenManager({ ...common, platforms });
  const bindAdPlatform = makeBindAdPlatform({ ...common, platforms, tokenManager });
  const adAccounts = makeAdAccountsFacade({ bindAdPlatform, systemClock });

  const paymentsDeps = { ...common, gateway: makeGateway(settings), settings: { publicUrl } };
  const payments = makePaymentsFacade(paymentsDeps);
  const wallet = makeWalletFacade({ payments, log });
  const tracking = makeTrackingFacade({ publicUrl, stores });
  const storage = makeLocalStorage(join(settings.DATA_DIR, "media"));
  const media = makeCreativeFacade({ storage });
  const figures = makeFiguresFacade({ systemClock });
  const campaigns = makeCampaignsFacade();

  const countRunningCampaigns = async (ctx: ReadContext, adAccountId: string) =>
    (await campaigns.findCampaigns(ctx)).filter(
      ({ ad_account_id, status }) => ad_account_id === adAccountId && status === "active",
    ).length;
  const linkKey = Buffer.from(deriveKey(settings, "media links")).toString("base64");

  return {
    common,
    signIn,
    facades: { merchants, staff, stores },
    deps: {
      staff: staffDeps,
      stores: { ...common, merchants, platforms: storePlatforms, access, sites },
      adAccounts: { ...common, platforms, tokenManager, bindAdPlatform, countRunningCampaigns },
      payments: paymentsDeps,
      wallet: { ...common, payments, settings: depositBounds },
      creative: {
        ...common,
        storage,
        quotaBytes: settings.MEDIA_QUOTA_MB * 1_048_576,
        links: makeSignedLinks(linkKey, systemClock),
      },
      campaigns: { ...common, adAccounts, wallet, tracking, stores, media },
      figures: {
        ...common,
        wallet,
        readerFor: adAccounts.bindAdPlatform,
        findLinkedAdAccount: adAccounts.findLinkedAdAccount,
        findOrderFacts: stores.findOrderFacts,
        findAttribution: tracking.findAttribution,
        streamClickDays: tracking.streamClickDays,
      },
      reports: reportSources({ figures, wallet, stores, adAccounts, campaigns }),
    },
  };
}

function toSignInSettings(settings: Settings) {
  return {
    ...defaultSignInSettings,
    codeKey: deriveKey(settings, "sign-in codes"),
    codeLimits: {
      ...defaultSignInSettings.codeLimits,
      perNumberPerHour: settings.SMS_PER_NUMBER_PER_HOUR,
      perAddressPerHour: settings.SMS_PER_ADDRESS_PER_HOUR,
      perHour: settings.SMS_PER_HOUR,
      perDay: settings.SMS_PER_DAY,
    },
    sessionLimits: { idleDays: settings.SESSION_IDLE_DAYS, absoluteDays: settings.SESSION_DAYS },
  };
}

function toStaffSettings(settings: Settings) {
  return {
    ...defaultStaffSettings,
    // Recovery codes outlive a rotation: those of an older key are still known.
    recoveryKeys: settings.vaultKeys.map((one) => deriveKey({ vaultKeys: [one] }, "staff recovery codes")),
    sessionLimits: {
      idleMinutes: settings.STAFF_SESSION_IDLE_MINUTES,
      absoluteHours: settings.STAFF_SESSION_HOURS,
    },
  };
}

/** A key for one purpose, derived from the product's own secret key. */
function deriveKey({ vaultKeys: [{ key }] }: Pick<Settings, "vaultKeys">, use: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "rawaj", use, 32));
}

function makeMessenger(settings: Settings) {
  return makeUnifonic({
    apiUrl: settings.UNIFONIC_API_URL,
    appSid: settings.UNIFONIC_APP_SID,
    senderId: settings.UNIFONIC_SENDER_ID,
  });
}

function makeGateway(settings: Settings) {
  const { MOYASAR_SCRIPT_INTEGRITY: script, MOYASAR_STYLE_INTEGRITY: style } = settings;
  return makeMoyasar({
    apiUrl: settings.MOYASAR_API_URL,
    cdnUrl: settings.MOYASAR_CDN_URL,
    publishableKey: settings.MOYASAR_PUBLISHABLE_KEY,
    secretKey: settings.MOYASAR_SECRET_KEY,
    webhookSecret: settings.MOYASAR_WEBHOOK_SECRET,
    ...(script && style ? { formIntegrity: { script, style } } : {}),
  });
}
