import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { ErasureStep } from "#base/server/personal-data/personal-data.ts";
import { deletePage } from "./keep-pages.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";

/** Before an account is erased, its pages are deleted: their addresses answer that they are gone. */
export const deleteAllPages = (deps: Pick<LandingPagesDeps, "stores" | "publicUrl">): ErasureStep => {
  const remove = deletePage(deps);
  return {
    name: "pages",
    async run(ctx) {
      const pages = await ctx.db.many<Row<"landing_pages.pages", "id">>(sql`
        select id from landing_pages.pages where merchant_id = ${ctx.actor.merchantId} order by id`);
      for (const { id } of pages) await remove(ctx, { id });
      return true;
    },
  };
};
