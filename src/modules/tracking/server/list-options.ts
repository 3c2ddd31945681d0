import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { StoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { LinkOptions } from "../contract/link-shapes.ts";

type Deps = { stores: Pick<StoresFacade, "listRegisteredHosts" | "listUtmHabits"> };

const tagsShown = 50;

/** What the form for a link offers, learnt from the merchant's own links, orders and hosts. */
export const listOptions =
  ({ stores }: Deps) =>
  async (ctx: ReadContext): Promise<LinkOptions> => {
    const { db, actor } = ctx;
    const { has_logo } = await db.one<{ has_logo: boolean }>(sql`
      select exists (select 1 from tracking.qr_logos where merchant_id = ${actor.merchantId}) as has_logo`);
    return {
      tags: await db.many(sql`
        select tag, count(*)::int as links from tracking.links, unnest(tags) as tag
        where merchant_id = ${actor.merchantId} and tags <> '{}' group by tag order by links desc, tag limit ${tagsShown}`),
      stores: await stores.listRegisteredHosts(ctx),
      habits: await stores.listUtmHabits(ctx),
      domains: await db.many(sql`
        select id, host, status from tracking.domains where merchant_id = ${actor.merchantId} order by host`),
      has_logo,
    };
  };
