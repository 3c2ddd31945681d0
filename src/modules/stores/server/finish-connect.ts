import { breaks, sql, type Tx } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { ConnectResult, ReturnPath, StorePlatformName } from "../contract/words.ts";
import { readingSince } from "../domain/reading-window.ts";
import { callbackUrl, contextOfConsent } from "./begin-connect.ts";
import { hashOfState } from "./consent-state.ts";
import { takeHandover } from "./receive-handover.ts";
import type { Callback, Shop, StorePlatform, StoreTokens } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { readOrdersKind, readProductsKind, subscribeKind } from "./stores.kinds.ts";
import { hasActiveStore } from "./stores.store.ts";
import { saveTokens } from "./token-renewal.ts";

export type ConsentEnd = {
  platform: StorePlatformName;
  query: Callback;
  /** Whether this browser, or this bearer's merchant, is the one that began. */
  isOwn(state: string, merchantId: string): boolean | Promise<boolean>;
};

export type ConnectOutcome =
  | { kind: "back"; path: ReturnPath; result: ConnectResult; merchantId: string }
  /** Nothing was begun here that this could be the end of. */
  | { kind: "refused"; why: "unknown" | "elsewhere" | "used" | "expired" };

type Consent = {
  merchant_id: string;
  return_to: ReturnPath;
  site: string | null;
  code_verifier_sealed: string;
  expires_at: Date;
  used_at: Date | null;
};

/** Ends what `beginConnect` began. The state counts once, for the browser that began, for ten minutes. */
export async function finishConnect(deps: StoresDeps, end: ConsentEnd): Promise<ConnectOutcome> {
  const { platform, query } = end;
  const adapter = deps.platforms[platform];
  if (!adapter) throw new Error(`a callback for ${platform}, which has no adapter`);
  const { state, outcome } = adapter.readReturn(query);
  const stateHash = hashOfState(state);
  const consent = await deps.db.maybeOne<Consent>(sql`
    select merchant_id, return_to, site, code_verifier_sealed, expires_at, used_at from stores.consents
    where state_hash = ${stateHash} and platform = ${platform}`);
  if (!consent) return { kind: "refused", why: "unknown" };
  if (!(await end.isOwn(state, consent.merchant_id))) return { kind: "refused", why: "elsewhere" };
  if (consent.expires_at <= deps.systemClock.now()) return { kind: "refused", why: "expired" };
  const isMine = await deps.db.run(sql`
    update stores.consents set used_at = ${deps.systemClock.now()}
    where state_hash = ${stateHash} and used_at is null`);
  if (!isMine) return { kind: "refused", why: "used" };

  const back = (result: ConnectResult): ConnectOutcome => ({
    kind: "back",
    path: consent.return_to,
    result,
    merchantId: consent.merchant_id,
  });
  if (outcome !== "agreed") return back(outcome);
  try {
    const { tokens, shop } = await readGrant(deps, adapter, query, { ...consent, stateHash });
    return back(await recordConnection(deps, consent.merchant_id, platform, shop, tokens));
  } catch (error) {
    if (!isFault(error)) throw error;
    deps.log.warn({ platform, kind: error.kind, reason: error.reason }, "connecting failed");
    return back("failed");
  }
}

async function readGrant(
  { db, vault, publicUrl }: StoresDeps,
  adapter: StorePlatform,
  callback: Callback,
  { stateHash, site, code_verifier_sealed }: Consent & { stateHash: string },
) {
  const tokens = await adapter.exchangeCode({
    callback,
    site,
    redirectUri: callbackUrl(publicUrl, adapter.platform),
    codeVerifier: vault.open(code_verifier_sealed, contextOfConsent(stateHash)),
    handedOver: adapter.readHandover ? await takeHandover(db, vault, stateHash) : null,
  });
  return { tokens, shop: await adapter.readShop(tokens.credential) };
}

/** Stores the connection, the merchant's kind of site and what follows from it, all or nothing. */
async function recordConnection(
  deps: StoresDeps,
  merchantId: string,
  platform: StorePlatformName,
  shop: Shop,
  tokens: StoreTokens,
): Promise<"connected" | "taken"> {
  try {
    return await deps.db.transaction(async (tx) => {
      const holder = await tx.maybeOne<{ merchant_id: string }>(sql`
        select merchant_id from stores.stores
        where platform = ${platform} and external_id = ${shop.externalId} and status <> 'disconnected' for update`);
      if (holder && holder.merchant_id !== merchantId) return "taken";

      const storeId = await saveConnected(deps, tx, merchantId, platform, shop);
      await saveTokens(tx, deps.vault, storeId, tokens, deps.systemClock.now());
      await deps.merchants.recordWebsiteType(tx, merchantId, platform);
      await deps.merchants.recordStoreActive(tx, merchantId, await hasActiveStore(tx, merchantId));
      await tx.announce({ name: "store.connected", merchant_id: merchantId, store_id: storeId });
      return "connected";
    });
  } catch (error) {
    // Two merchants at the same moment: the index decides who was first.
    if (breaks(error, "stores_held_once")) return "taken";
    throw error;
  }
}

/** A new row, or the one this merchant had: its history goes on. Asks for webhooks and for the first reading. */
async function saveConnected(
  { worldClock, systemClock }: StoresDeps,
  tx: Tx,
  merchantId: string,
  platform: StorePlatformName,
  shop: Shop,
): Promise<string> {
  const now = worldClock.now();
  const { id, orders_read_to, oldest_open } = await tx.one<{
    id: string;
    orders_read_to: Date | null;
    oldest_open: Date | null;
  }>(sql`
    insert into stores.stores as store (id, merchant_id, platform, external_id, name, link, domain, currency, is_active,
      status, connected_at, import_started_at)
    values (${newId("sto")}, ${merchantId}, ${platform}, ${shop.externalId}, ${shop.name}, ${shop.link},
      ${domainOf(shop.link)}, ${shop.currency}, ${shop.isActive}, 'connected', ${now}, ${now})
    on conflict (merchant_id, platform, external_id) do update set name = excluded.name, link = excluded.link,
      domain = excluded.domain, currency = excluded.currency, is_active = excluded.is_active, status = 'connected',
      lost_reason = null, disconnected_at = null, connected_at = excluded.connected_at, webhooks_at = null,
      import_started_at = excluded.import_started_at, import_orders_total = null, import_orders_done = 0,
      import_products_done = false, import_finished_at = null, sync_failures = 0, last_failure = null
    returning id, orders_read_to, (select min(placed_at) from stores.orders
      where store_id = store.id and status in ('unpaid', 'placed')) as oldest_open`);

  const since = readingSince({ now, readTo: orders_read_to, oldestOpen: oldest_open });
  const started_at = now.toISOString();
  await tx.later(subscribeKind, { store_id: id }, { key: id });
  const products = { store_id: id, started_at: systemClock.now().toISOString(), cursor: null };
  await tx.later(readProductsKind, products, { key: `${id}:${products.started_at}` });
  await tx.later(
    readOrdersKind,
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
  return id;
}

/** The address as people say it: without the scheme. */
export function domainOf(link: string): string {
  return link.replace(/^https?:\/\//, "").replace(/^www\./, "");
}
