import { createHash } from "node:crypto";
import { sql, type Tx } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { StorePlatformName } from "../contract/enums.ts";
import type { WebhookDelivery, WebhookEvent } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { readOrderJob, readProductsJob, readShopJob } from "./stores.jobs.ts";
import { insertDelivery } from "./webhook-deliveries.store.ts";
import { type FoundEndpoint, findEndpoint } from "./webhook-endpoint.ts";

type WebhookRequest = Omit<WebhookDelivery, "secret"> & {
  platform: StorePlatformName;
  /** Last path segment of a store's own endpoint; null at the app's endpoint. */
  endpointKey: string | null;
};

type Deps = Pick<StoresDeps, "db" | "vault" | "systemClock" | "platforms">;

/** Products change in bursts: one sync covers the whole burst. */
const debounceSeconds = 20;

/**
 * Receives a webhook: verifies it, deduplicates it and enqueues a read of what it is about. Its content is not
 * trusted; the job that reads acts for the store's merchant. Returns false when verification fails or the endpoint belongs to another store.
 */
export const receiveWebhook =
  (deps: Deps) =>
  async (request: WebhookRequest): Promise<boolean> => {
    const verified = await verifyWebhook(deps, request);
    if (!verified) return false;
    const { event, externalStoreId } = verified;
    const { platform, body } = request;
    const hash = createHash("sha256").update(`${externalStoreId}\n`);
    const deliveryHash = hash.update(event.deliveryId ?? body).digest("hex");
    const now = deps.systemClock.now();

    await deps.db.transaction(async (tx) => {
      const isNew = await insertDelivery(tx, {
        platform,
        delivery_hash: deliveryHash,
        external_store_id: externalStoreId,
        topic: event.topic,
        received_at: now,
      });
      if (!isNew || event.subject.kind === "nothing") return;
      const store = await tx.maybeOne<Row<"stores.stores", "id">>(sql`
        select id from stores.stores
        where platform = ${platform} and external_id = ${externalStoreId} and status = 'connected'`);
      if (store) await enqueueRead(tx, store.id, event.subject, now);
    });
    return true;
  };

async function verifyWebhook(
  { db, vault, platforms }: Deps,
  { platform, endpointKey, headers, body }: WebhookRequest,
): Promise<{ event: WebhookEvent; externalStoreId: string } | null> {
  const adapter = platforms[platform];
  if (!adapter || (adapter.webhookEndpoint === "store") !== (endpointKey !== null)) return null;
  const endpoint: FoundEndpoint | null =
    endpointKey === null ? null : await findEndpoint(db, vault, platform, endpointKey);
  if (endpointKey !== null && !endpoint) return null;
  const event = adapter.parseWebhook({ headers, body, secret: endpoint?.secret ?? null });
  const externalStoreId = event?.externalStoreId ?? endpoint?.externalStoreId ?? null;
  if (!event || externalStoreId === null) return null;
  return endpoint && endpoint.externalStoreId !== externalStoreId ? null : { event, externalStoreId };
}

async function enqueueRead(tx: Tx, store_id: string, subject: WebhookEvent["subject"], now: Date) {
  if (subject.kind === "order") {
    const external_order_id = subject.externalOrderId;
    const key = `${store_id}:${external_order_id}`;
    await tx.enqueue(readOrderJob, { store_id, external_order_id }, { key });
  } else if (subject.kind === "products") {
    const input = { store_id, started_at: now.toISOString(), cursor: null };
    await tx.enqueue(readProductsJob, input, { key: `${store_id}:webhook`, afterSeconds: debounceSeconds });
  } else {
    // "Uninstalled" may arrive after the merchant reconnected: we check at the platform whether we still have access.
    await tx.enqueue(readShopJob, { store_id }, { key: store_id });
  }
}
