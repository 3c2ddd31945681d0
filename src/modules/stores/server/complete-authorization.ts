import type { Context, ReadContext } from "#base/server/context.ts";
import type { OAuthCallback } from "#base/server/oauth/browser-callback.ts";
import { type Grant, type Redemption, redeemAuthorization } from "#base/server/oauth/redeem-authorization.ts";
import type { ConnectResult, ReturnPath, StorePlatformName } from "../contract/enums.ts";
import { computeSyncSince } from "../domain/sync-window.ts";
import { recordConnection } from "./record-connection.ts";
import { type ConnectDetails, connectFlow } from "./start-authorization.ts";
import { saveTokens } from "./store-access.ts";
import type { CallbackQuery, StorePlatform } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { readOrdersJob, readProductsJob, subscribeJob } from "./stores.jobs.ts";
import { type NewConnection, saveSite } from "./stores.store.ts";

type PlatformCallback = OAuthCallback & { platform: StorePlatformName };

type Result = { result: ConnectResult; storeId: string | null };
export type ConnectOutcome =
  | ({ kind: "redirect"; path: ReturnPath } & Result)
  /** No authorization of ours matches this callback. */
  | Extract<Redemption<ConnectDetails, Result>, { kind: "refused" }>;

/** Completes what `startAuthorization` started. The merchant who started it acts. */
export const completeAuthorization =
  (deps: StoresDeps) =>
  async ({ platform, ...callback }: PlatformCallback): Promise<ConnectOutcome> => {
    const { query } = callback;
    const adapter = deps.platforms[platform];
    if (!adapter) throw new Error(`a callback for ${platform}, which has no adapter`);
    const { state, outcome } = adapter.parseCallback(query);
    const redemption = await redeemAuthorization(deps)(callback, connectFlow, {
      vendor: platform,
      state,
      complete: async (ctx, grant): Promise<Result> =>
        outcome === "agreed"
          ? connectStore(deps, ctx, { adapter, query, grant })
          : { result: outcome, storeId: null },
    });
    if (redemption.kind === "refused") return redemption;
    const path = redemption.details.return_to;
    if (redemption.kind === "failed") return { kind: "redirect", path, result: "failed", storeId: null };
    return { kind: "redirect", path, ...redemption.outcome };
  };

type Connecting = { adapter: StorePlatform; query: CallbackQuery; grant: Grant<ConnectDetails> };

/** Exchanges the grant and records the store with its tokens, unless it is connected to another merchant. */
async function connectStore(
  deps: StoresDeps,
  ctx: ReadContext,
  { adapter, query, grant }: Connecting,
): Promise<Result> {
  const { redirectUri, codeVerifier, details } = grant;
  const { site } = details;
  const tokens = await adapter.exchangeCode({
    callback: query,
    site,
    redirectUri,
    codeVerifier,
    serverGrant: adapter.parseServerCallback ? await grant.waitForServerGrant() : null,
  });
  const store = await recordConnection(deps)(ctx, {
    platform: adapter.platform,
    shop: await adapter.readShop(tokens.credential),
    async afterConnect(ctx, connected) {
      await saveSite(ctx, connected.id, site);
      await saveTokens(deps)(ctx, { storeId: connected.id, tokens });
      await enqueueFirstSync(deps, ctx, connected);
    },
  });
  return store ? { result: "connected", storeId: store.id } : { result: "taken", storeId: null };
}

/** Enqueues the webhook subscription and the first sync, which starts at the time of connecting. */
async function enqueueFirstSync(
  { systemClock }: StoresDeps,
  { tx }: Context,
  { id, connected_at, orders_read_to, oldest_open }: NewConnection,
): Promise<void> {
  const since = computeSyncSince({ now: connected_at, readTo: orders_read_to, oldestOpen: oldest_open });
  const started_at = connected_at.toISOString();
  await tx.enqueue(subscribeJob, { store_id: id }, { key: id });
  const products = { store_id: id, started_at: systemClock.now().toISOString(), cursor: null };
  await tx.enqueue(readProductsJob, products, { key: `${id}:${products.started_at}` });
  await tx.enqueue(
    readOrdersJob,
    {
      store_id: id,
      purpose: "import",
      since: since.toISOString(),
      started_at,
      cursor: null,
      with_open: true,
    },
    { key: `${id}:import:${started_at}` },
  );
}
