import { createHash } from "node:crypto";
import { sql } from "#base/server/db/db.ts";
import type { StorePlatformName } from "../contract/words.ts";
import type { StoreNewsSource } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { readOrderKind, readProductsKind, readShopKind } from "./stores.kinds.ts";

type Delivery = Parameters<StoreNewsSource["readNews"]>[0];

/** Products change in bursts: one reading for all of it. */
const gatherSeconds = 20;

/**
 * Takes in a webhook: proven, remembered once by its bytes, and turned into a wish to read what it is about. Nothing
 * it says is believed. Answers false when the proof fails.
 */
export async function receiveNews(
  { db, systemClock, platforms }: StoresDeps,
  platform: StorePlatformName,
  delivery: Delivery,
): Promise<boolean> {
  const news = platforms[platform]?.readNews(delivery) ?? null;
  if (!news) return false;
  const bodyHash = createHash("sha256").update(delivery.body).digest("hex");
  const now = systemClock.now();
  const { about, externalStoreId, topic } = news;

  await db.transaction(async (tx) => {
    const isNew = await tx.run(sql`
      insert into stores.deliveries (platform, body_hash, external_store_id, topic, received_at)
      values (${platform}, ${bodyHash}, ${externalStoreId}, ${topic}, ${now}) on conflict do nothing`);
    if (!isNew || about.kind === "nothing") return;
    const store = await tx.maybeOne<{ id: string }>(sql`
      select id from stores.stores
      where platform = ${platform} and external_id = ${externalStoreId} and status = 'connected'`);
    if (!store) return;
    const store_id = store.id;
    if (about.kind === "order") {
      const external_order_id = about.externalOrderId;
      await tx.later(
        readOrderKind,
        { store_id, external_order_id },
        { key: `${store_id}:${external_order_id}` },
      );
    } else if (about.kind === "products") {
      const wish = { store_id, started_at: now.toISOString(), cursor: null };
      await tx.later(readProductsKind, wish, { key: `${store_id}:news`, afterSeconds: gatherSeconds });
    } else {
      // "Uninstalled" may come late, after the merchant came back: whether we are let in is asked, not believed.
      await tx.later(readShopKind, { store_id }, { key: store_id });
    }
  });
  return true;
}
