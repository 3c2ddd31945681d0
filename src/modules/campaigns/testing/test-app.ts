import { join } from "node:path";
import { frozenClock } from "#base/server/clock.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { loadMessages } from "#base/server/messages.ts";
import { Refusal } from "#base/shared/refusals.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { type TestServer, testServer } from "#base/testing/http.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { makeFiguresFacade } from "#modules/figures/server/figures.facade.ts";
import { proposeBudgets } from "#modules/seasons/domain/budget-proposal.ts";
import { listSeasons } from "#modules/seasons/domain/season.ts";
import type { CampaignDetails, CampaignFields } from "../contract/shapes.ts";
import { mountCampaigns } from "../server/campaigns.routes.ts";
import type { CampaignsDeps } from "../server/deps.ts";
import { makeFakePlatform } from "./fake-platform.ts";
import { adBody, adGroupBody, campaignBody } from "./payloads.ts";

/** The merchant's linked ad accounts. */
const accounts: Readonly<Record<string, Platform>> = {
  acc_1: "snapchat",
  acc_2: "snapchat",
  acc_meta: "meta",
  acc_tiktok: "tiktok",
  acc_google: "google",
};

/** The module with fakes for other modules: a platform that can fail, a wallet that can refuse, a store's links. */
export type TestApp = Awaited<ReturnType<typeof openTestApp>>;

export async function openTestApp() {
  const db: TestDb = await testDb();
  const systemClock = frozenClock("2026-11-21T09:00:00Z");
  const worldClock = frozenClock("2026-11-21T09:00:00Z");
  const wallet = makeFakeWallet();
  let isDead = false;
  let linked = new Set(Object.keys(accounts));
  const lost = new Set<string>();
  /** Stores that are closed or not connected. */
  const closed = new Set<string>();
  const newPlatform = () =>
    makeFakePlatform({
      now: systemClock.now,
      onKill: () => (isDead = true),
      onAccessRevoked: () => lost.add("acc_1"),
    });
  let platform = newPlatform();
  let links = 0;
  const shownMedia = new Map<string, Parameters<CampaignsDeps["media"]["recordAdMedia"]>[1]>();
  let isMediaGone = false;
  let hasPixel = true;
  const excludedLists: string[] = [];

  const toAccount = (id: string) => ({
    id,
    platform: accounts[id] ?? "snapchat",
    has_pixel: hasPixel,
    profiles: [{ id: "prf_1" }, { id: "prf_2" }],
    currency: "SAR",
    status: lost.has(id) ? ("lost" as const) : ("linked" as const),
  });

  /** Members by id, other than who reads. */
  const memberNames = new Map<string, string>();
  const deps: CampaignsDeps = {
    figures: makeFiguresFacade({ systemClock }),
    db: makeKillableDb(db, () => isDead),
    systemClock,
    worldClock,
    wallet,
    merchants: { nameActors: async () => memberNames },
    adAccounts: {
      findLinkedAdAccount: async (_ctx, id) => (linked.has(id) ? toAccount(id) : null),
      getCapabilities,
      bindAdPlatform: () => platform.platform,
    },
    stores: {
      listRegisteredHosts: async () => ["https://nakhla.example"],
      listConnectedStores: async () => [{ id: "sto_1" }, { id: "sto_2" }],
      listOpenStores: async () => ["sto_1", "sto_2"].filter((id) => !closed.has(id)).map((id) => ({ id })),
      listStoreNames: async (_ctx, ids) => ids.map((id) => ({ id, name: `متجر ${id}` })),
    },
    conversions: { findExcludedLists: async () => [...excludedLists] },
    seasons: { findSeasons: async (_db, span) => listSeasons(span), proposeBudgets },
    tracking: {
      upsertAdLink: async (_ctx, { ad_id }) => {
        links += 1;
        const id = String(10_000_000 + links);
        return { id, url: `https://rawaj.example/t/${id}?${ad_id}` };
      },
      setLinkCampaign: async () => {},
    },
    media: {
      findMediaFile: async ({ actor }, id) =>
        id === "med_1" && actor.merchantId === "mer_1"
          ? {
              id,
              kind: "image" as const,
              mime: "image/png",
              file_name: "dates.png",
              width: 1_080,
              height: 1_920,
              bytes: 90_000,
              open: () => Promise.reject(new Error("nobody reads it here")),
            }
          : null,
      recordAdMedia: async (_ctx, use) => {
        shownMedia.set(use.ad_id, use);
        return !isMediaGone;
      },
      forgetAdMedia: async (_ctx, ads) => {
        for (const [adId, use] of shownMedia)
          if (Object.entries(ads).every(([name, id]) => Reflect.get(use, name) === id))
            shownMedia.delete(adId);
      },
    },
  };
  const messages = await loadMessages(join(import.meta.dirname, "../../.."));
  const server: TestServer = await testServer(
    db,
    (app, context) => mountCampaigns(app, context, { ...deps, messages }),
    worldClock,
  );
  let keys = 0;

  return {
    memberNames,
    db,
    deps,
    messages,
    server,
    wallet,
    systemClock,
    worldClock,
    get platform() {
      return platform;
    },
    /** Customer lists that ad groups leave out. */
    excludedLists,
    /** What the media library was told: the file that each ad shows. */
    shownMedia,
    /** From now on the library says that the file was deleted meanwhile. */
    loseMedia: () => {
      isMediaGone = true;
    },
    /** A request of the merchant mer_1 at the present business time. */
    ctx: (): ReadContext => testContext(db, "mer_1", worldClock.now()),
    revive: () => {
      isDead = false;
    },
    unlink: () => linked.clear(),
    revokeAccess: () => lost.add("acc_1"),
    relink: () => lost.delete("acc_1"),
    closeStore: (id = "sto_1") => closed.add(id),
    openStore: (id = "sto_1") => closed.delete(id),
    removePixel: () => {
      hasPixel = false;
    },
    async reset() {
      await db.reset();
      isDead = false;
      isMediaGone = false;
      shownMedia.clear();
      hasPixel = true;
      linked = new Set(Object.keys(accounts));
      lost.clear();
      closed.clear();
      systemClock.set("2026-11-21T09:00:00Z");
      worldClock.set("2026-11-21T09:00:00Z");
      wallet.reset();
      platform = newPlatform();
    },
    /** A call as the merchant mer_1, with an idempotency key of its own where one is needed. */
    async act(name: string, body?: object, as = "mer_1") {
      keys += 1;
      return server.call(name, { as, key: `key-number-${keys}`, ...(body ? { body } : {}) });
    },
    async aCampaign(input: Partial<CampaignFields> = {}): Promise<CampaignDetails> {
      keys += 1;
      const answer = await server.call("POST Clients/Campaigns/create", {
        as: "mer_1",
        key: `key-number-${keys}`,
        body: { ...campaignBody(input), ad_groups: [{ ...adGroupBody(), ads: [adBody()] }] },
      });
      if (answer.status !== 200) throw new Error(answer.envelope.messages[0]);
      return answer.data;
    },
  };
}

/** A wallet that stores the requested reserves, and refuses growth when configured so. */
function makeFakeWallet() {
  const held = new Map<string, number>();
  let refusal: { code: string; status: number } | null = null;
  return {
    held,
    refuse: (code: string, status: number) => {
      refusal = { code, status };
    },
    reset: () => {
      held.clear();
      refusal = null;
    },
    async hold(_ctx: Context, request: { subject: string; amount_halalas: number }) {
      const grows = request.amount_halalas > (held.get(request.subject) ?? 0);
      if (refusal && grows)
        throw new Refusal(refusal.status, { code: refusal.code, params: { missing: "10.00" } });
      held.set(request.subject, request.amount_halalas);
    },
    async requireFunds() {
      if (refusal) throw new Refusal(refusal.status, { code: refusal.code, params: { missing: "10.00" } });
    },
    async previewHolds() {
      return ({ amount_halalas }: { amount_halalas: number }) => {
        if (refusal && amount_halalas > 0)
          throw new Refusal(refusal.status, { code: refusal.code, params: { missing: "10.00" } });
      };
    },
    async release(_ctx: Context, { subject }: { subject: string }) {
      held.set(subject, 0);
    },
  };
}

/** A database handle that fails after its server was killed: nothing of that run is written any more. */
function makeKillableDb(db: Db, isDead: () => boolean): Db {
  const alive = <T>(work: () => Promise<T>) => (isDead() ? Promise.reject(new Error("killed")) : work());
  return {
    identity: db.identity,
    one: (query) => alive(() => db.one(query)),
    maybeOne: (query) => alive(() => db.maybeOne(query)),
    many: (query) => alive(() => db.many(query)),
    run: (query) => alive(() => db.run(query)),
    transaction: (work) => alive(() => db.transaction(work)),
  };
}
