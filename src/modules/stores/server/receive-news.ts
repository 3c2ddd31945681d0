import { createHash } from "node:crypto";
import { sql, type Tx } from "#base/server/db/db.ts";
import type { StorePlatformName } from "../contract/words.ts";
import { behindDoor, type FoundDoor } from "./news-door.ts";
import type { Delivery, StoreNews } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { readOrderKind, readProductsKind, readShopKind } from "./stores.kinds.ts";

type Arrival = Omit<Delivery, "secret"> & {
  platform: StorePlatformName;
  /** The end of a store's own door; null at the app's. */
  doorKey: string | null;
};

/** Products change in bursts: one reading for all of it. */
const gatherSeconds = 20;

/**
 * Takes in a webhook: proven, remembered once, and turned into a wish to read what it is about. Nothing it says is
 * believed. Answers false when the proof fails, or when it came to a door that is not the named store's.
 */
export async function receiveNews(deps: StoresDeps, arrival: Arrival): Promise<boolean> {
  const { db, systemClock } = deps;
  const found = await readArrival(deps, arrival);
  if (!found) return false;
  const { news, externalStoreId } = found;
  const { platform, body } = arrival;
  const hash = createHash("sha256").update(`${externalStoreId}\n`);
  const name = hash.update(news.deliveryId ?? body).digest("hex");
  const now = systemClock.now();

  await db.transaction(async (tx) => {
    const isNew = await tx.run(sql`
      insert into stores.deliveries (platform, body_hash, external_store_id, topic, received_at)
      values (${platform}, ${name}, ${externalStoreId}, ${news.topic}, ${now}) on conflict do nothing`);
    if (!isNew || news.about.kind === "nothing") return;
    const store = await tx.maybeOne<{ id: string }>(sql`
      select id from stores.stores
      where platform = ${platform} and external_id = ${externalStoreId} and status = 'connected'`);
    if (store) await askToRead(tx, store.id, news.about, now);
  });
  return true;
}

async function readArrival(
  { db, vault, platforms }: StoresDeps,
  { platform, doorKey, headers, body }: Arrival,
): Promise<{ news: StoreNews; externalStoreId: string } | null> {
  const adapter = platforms[platform];
  if (!adapter || (adapter.newsDoor === "store") !== (doorKey !== null)) return null;
  const door: FoundDoor | null = doorKey === null ? null : await behindDoor(db, vault, platform, doorKey);
  if (doorKey !== null && !door) return null;
  const news = adapter.readNews({ headers, body, secret: door?.secret ?? null });
  const externalStoreId = news?.externalStoreId ?? door?.externalStoreId ?? null;
  if (!news || externalStoreId === null) return null;
  return door && door.externalStoreId !== externalStoreId ? null : { news, externalStoreId };
}

async function askToRead(tx: Tx, store_id: string, about: StoreNews["about"], now: Date) {
  if (about.kind === "order") {
    const external_order_id = about.externalOrderId;
    const key = `${store_id}:${external_order_id}`;
    await tx.enqueue(readOrderKind, { store_id, external_order_id }, { key });
  } else if (about.kind === "products") {
    const wish = { store_id, started_at: now.toISOString(), cursor: null };
    await tx.enqueue(readProductsKind, wish, { key: `${store_id}:news`, afterSeconds: gatherSeconds });
  } else {
    // "Uninstalled" may come late, after the merchant came back: whether we are let in is asked, not believed.
    await tx.enqueue(readShopKind, { store_id }, { key: store_id });
  }
}
