import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { hashState, type OAuthCallback } from "#base/server/http/oauth-callback.ts";
import { memberActor } from "#base/shared/actor.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { ConnectResult, ReturnPath, StorePlatformName } from "../contract/enums.ts";
import { computeSyncSince } from "../domain/sync-window.ts";
import { waitForServerGrant } from "./receive-server-callback.ts";
import { recordConnection } from "./record-connection.ts";
import { authorizationContext, callbackUrl } from "./start-authorization.ts";
import type { CallbackQuery, StorePlatform } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { readOrdersJob, readProductsJob, subscribeJob } from "./stores.jobs.ts";
import type { NewConnection } from "./stores.store.ts";
import { saveTokens } from "./token-renewal.ts";

export type PlatformCallback = OAuthCallback & { platform: StorePlatformName };

export type ConnectOutcome =
  | { kind: "redirect"; path: ReturnPath; result: ConnectResult; storeId: string | null }
  /** No authorization of ours matches this callback. */
  | { kind: "refused"; reason: "unknown" | "elsewhere" | "used" | "expired" };

type Authorization = {
  merchant_id: string;
  return_to: ReturnPath;
  site: string | null;
  code_verifier_sealed: string;
  expires_at: Date;
  used_at: Date | null;
};

/**
 * Completes what `startAuthorization` started. The state works once, for ten minutes, in the browser that started it.
 * The merchant who started it acts.
 */
export const completeAuthorization =
  (deps: StoresDeps) =>
  async (input: PlatformCallback): Promise<ConnectOutcome> => {
    const { platform, query } = input;
    const adapter = deps.platforms[platform];
    if (!adapter) throw new Error(`a callback for ${platform}, which has no adapter`);
    const { state, outcome } = adapter.parseCallback(query);
    const stateHash = hashState(state);
    const authorization = await deps.db.maybeOne<Authorization>(sql`
      select merchant_id, return_to, site, code_verifier_sealed, expires_at, used_at from stores.authorizations
      where state_hash = ${stateHash} and platform = ${platform}`);
    if (!authorization) return { kind: "refused", reason: "unknown" };
    const { merchant_id: merchantId, return_to: path } = authorization;
    if (!(await input.isOwn(state, merchantId))) return { kind: "refused", reason: "elsewhere" };
    if (authorization.expires_at <= deps.systemClock.now()) return { kind: "refused", reason: "expired" };
    const isFirstUse = await deps.db.run(sql`
      update stores.authorizations set used_at = ${deps.systemClock.now()}
      where state_hash = ${stateHash} and used_at is null`);
    if (!isFirstUse) return { kind: "refused", reason: "used" };

    const toOutcome = (result: ConnectResult, storeId: string | null = null): ConnectOutcome => ({
      kind: "redirect",
      path,
      result,
      storeId,
    });
    if (outcome !== "agreed") return toOutcome(outcome);
    const ctx: ReadContext = {
      db: deps.db,
      actor: memberActor(merchantId, merchantId),
      now: deps.worldClock.now(),
      requestId: input.requestId,
    };
    try {
      const store = await connectStore(deps, ctx, { adapter, query, stateHash, authorization });
      return store ? toOutcome("connected", store.id) : toOutcome("taken");
    } catch (error) {
      if (!isFault(error)) throw error;
      deps.log.warn({ platform, kind: error.kind, reason: error.reason }, "connecting failed");
      return toOutcome("failed");
    }
  };

type Grant = {
  adapter: StorePlatform;
  query: CallbackQuery;
  stateHash: string;
  authorization: Authorization;
};

/** Exchanges the grant and records the store with its tokens. Null when it is connected to another merchant. */
async function connectStore(deps: StoresDeps, ctx: ReadContext, grant: Grant): Promise<NewConnection | null> {
  const { tokens, shop } = await exchangeGrant(deps, grant);
  const { site } = grant.authorization;
  return recordConnection(deps)(ctx, {
    platform: grant.adapter.platform,
    shop,
    async afterConnect(ctx, connected) {
      await ctx.tx.run(sql`update stores.stores set site = ${site} where id = ${connected.id}`);
      await saveTokens(deps)(ctx, { storeId: connected.id, tokens });
      await enqueueFirstSync(deps, ctx, connected);
    },
  });
}

async function exchangeGrant(
  { db, vault, publicUrl }: StoresDeps,
  { adapter, query, stateHash, authorization: { site, code_verifier_sealed } }: Grant,
) {
  const tokens = await adapter.exchangeCode({
    callback: query,
    site,
    redirectUri: callbackUrl(publicUrl, adapter.platform),
    codeVerifier: vault.open(code_verifier_sealed, authorizationContext(stateHash)),
    serverGrant: adapter.parseServerCallback ? await waitForServerGrant(db, vault, stateHash) : null,
  });
  return { tokens, shop: await adapter.readShop(tokens.credential) };
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
