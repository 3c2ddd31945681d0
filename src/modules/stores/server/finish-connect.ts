import { sql, type Tx } from "#base/server/db/db.ts";
import { hashState, type OAuthCallback } from "#base/server/http/oauth-callback.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { ConnectResult, ReturnPath, StorePlatformName } from "../contract/words.ts";
import { readingSince } from "../domain/reading-window.ts";
import { callbackUrl, contextOfConsent } from "./begin-connect.ts";
import { takeHandover } from "./receive-handover.ts";
import { type JustConnected, recordConnection } from "./record-connection.ts";
import type { Callback, StorePlatform } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { readOrdersKind, readProductsKind, subscribeKind } from "./stores.kinds.ts";
import { saveTokens } from "./token-renewal.ts";

export type ConsentEnd = OAuthCallback & { platform: StorePlatformName };

export type ConnectOutcome =
  | { kind: "back"; path: ReturnPath; result: ConnectResult; storeId: string | null; merchantId: string }
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
  const stateHash = hashState(state);
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

  const back = (result: ConnectResult, storeId: string | null = null): ConnectOutcome => ({
    kind: "back",
    path: consent.return_to,
    result,
    storeId,
    merchantId: consent.merchant_id,
  });
  if (outcome !== "agreed") return back(outcome);
  try {
    const { tokens, shop } = await readGrant(deps, adapter, query, { ...consent, stateHash });
    const store = await recordConnection(deps, consent.merchant_id, platform, shop, async (tx, connected) => {
      await tx.run(sql`update stores.stores set site = ${consent.site} where id = ${connected.id}`);
      await saveTokens(tx, deps.vault, connected.id, tokens, deps.systemClock.now());
      await askFirstReading(deps, tx, connected);
    });
    return store ? back("connected", store.id) : back("taken");
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

/** Asks for webhooks and for the first reading, which begins in the instant of connecting. */
async function askFirstReading(
  { systemClock }: StoresDeps,
  tx: Tx,
  { id, connected_at, orders_read_to, oldest_open }: JustConnected,
): Promise<void> {
  const since = readingSince({ now: connected_at, readTo: orders_read_to, oldestOpen: oldest_open });
  const started_at = connected_at.toISOString();
  await tx.enqueue(subscribeKind, { store_id: id }, { key: id });
  const products = { store_id: id, started_at: systemClock.now().toISOString(), cursor: null };
  await tx.enqueue(readProductsKind, products, { key: `${id}:${products.started_at}` });
  await tx.enqueue(
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
}
