import { type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Handlers } from "#base/server/http/handlers.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { defaultGraceMinutes } from "../contract/enums.ts";
import type { StoreWatchCalls, StoreWatchRow } from "../contract/store-watch.calls.ts";
import { isStoreOpen } from "../domain/store-open.ts";
import { auditChange } from "./campaigns.audit.ts";
import type { CampaignsDeps } from "./deps.ts";
import { listStoreWatches, saveGrace } from "./store-watch.store.ts";

type Deps = Pick<CampaignsDeps, "stores">;

export function storeWatchHandlers(deps: Deps): Handlers<StoreWatchCalls> {
  const list = listStores(deps);
  const set = setGrace(deps);
  return {
    "GET Clients/StoreWatch/index": async ({ ctx }) => ({ items: await list(ctx) }),
    "PUT Clients/StoreWatch/{id}": async ({ ctx, params, body }) => {
      await set(ctx, { storeId: params.id, minutes: body.grace_minutes });
      return { items: await list(ctx) };
    },
  };
}

/** The stores that are connected, and those whose campaigns were or will be paused because they are not. */
const listStores =
  ({ stores }: Deps) =>
  async (ctx: ReadContext): Promise<StoreWatchRow[]> => {
    const watches = new Map((await listStoreWatches(ctx)).map((watch) => [watch.store_id, watch]));
    const connected = await stores.listConnectedStores(ctx);
    const paused = await countPaused(ctx);
    const concerned = [...watches.values()].filter(
      ({ store_id, pause_at }) => pause_at !== null || (paused.get(store_id) ?? 0) > 0,
    );
    const ids = [
      ...new Set([...connected.map(({ id }) => id), ...concerned.map(({ store_id }) => store_id)]),
    ];
    const names = await stores.listStoreNames(ctx, ids);
    const open = await stores.listOpenStores(ctx);
    return names.map(({ id, name }) => ({
      store_id: id,
      name,
      is_open: isStoreOpen(id, open),
      grace_minutes: watches.get(id)?.grace_minutes ?? defaultGraceMinutes,
      closed_since: watches.get(id)?.closed_since?.toISOString() ?? null,
      pause_at: watches.get(id)?.pause_at?.toISOString() ?? null,
      paused_campaigns: paused.get(id) ?? 0,
    }));
  };

/** Sets the grace of one of the merchant's stores; another merchant's is not found. */
const setGrace =
  ({ stores }: Deps) =>
  (ctx: ReadContext, { storeId, minutes }: { storeId: string; minutes: number }): Promise<void> =>
    transact(ctx, async (ctx) => {
      const [own] = await stores.listStoreNames(ctx, [storeId]);
      if (!own) baseRefusals.refuse("base.not_found");
      const before = (await saveGrace(ctx, { storeId, minutes })) ?? defaultGraceMinutes;
      if (before === minutes) return;
      await auditChange(ctx, "store_watch.grace_changed", storeId, {
        before: { grace_minutes: before },
        after: { grace_minutes: minutes },
      });
    });

async function countPaused({ db, actor }: ReadContext): Promise<ReadonlyMap<string | null, number>> {
  const rows = await db.many<{ store_id: string | null; count: number }>(sql`
    select store_id, count(*)::int as count from campaigns.campaigns
    where merchant_id = ${actor.merchantId} and status = 'paused' and status_reason = 'store' group by store_id`);
  return new Map(rows.map(({ store_id, count }) => [store_id, count]));
}
