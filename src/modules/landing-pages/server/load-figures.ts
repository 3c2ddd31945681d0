import type { ReadContext } from "#base/server/context.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { PageFigures, PageSums } from "../contract/landing-pages.calls.ts";
import { figureDays } from "../contract/page-limits.ts";
import { compareHalves } from "../domain/compare-halves.ts";
import { listAddresses } from "./addresses.store.ts";
import { loadPage, toPageUrl } from "./change-pages.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";
import type { PageRecord } from "./pages.store.ts";
import { findVersion } from "./versions.store.ts";
import { findHalfVisits, listVisitDays, sumVisits } from "./visits.store.ts";

type Deps = Pick<LandingPagesDeps, "tracking" | "publicUrl">;

const toFirstDay = (now: Date) => addDays(toRiyadhDay(now), 1 - figureDays);

/** Views, taps and orders of each page in the last 30 days. */
export const sumFigures =
  (deps: Deps) =>
  async (ctx: ReadContext, pageIds: readonly string[]): Promise<Map<string, PageSums>> => {
    const from = toFirstDay(ctx.now);
    const visits = await sumVisits(ctx, { pageIds, from });
    const sold = await countOrders(deps)(ctx, { pageIds, from });
    return new Map(
      pageIds.map((id) => {
        const { views, taps } = visits.find(({ page_id }) => page_id === id) ?? { views: 0, taps: 0 };
        return [id, { views, taps, orders: sold.get(id)?.orders ?? 0 }];
      }),
    );
  };

/** Orders by the links that lead to each page, at any address that it has or had. */
const countOrders =
  ({ tracking, publicUrl }: Deps) =>
  async (ctx: ReadContext, { pageIds, from }: { pageIds: readonly string[]; from: string }) => {
    const known = await listAddresses(ctx, pageIds);
    const pages = new Map(known.map(({ slug, page_id }) => [toPageUrl(publicUrl, slug), page_id]));
    const byPage = new Map<string, { orders: number; sales_halalas: number }>();
    for (const found of await tracking.countDestinationOrders(ctx, { addresses: [...pages.keys()], from })) {
      const id = pages.get(found.address) ?? "";
      const { orders, sales_halalas } = byPage.get(id) ?? { orders: 0, sales_halalas: 0 };
      byPage.set(id, {
        orders: orders + found.orders,
        sales_halalas: sales_halalas + Number(found.sales_halalas),
      });
    }
    return byPage;
  };

/** One page's days, the orders that its links brought, and its halves while they are tried out. */
export const loadFigures =
  (deps: Deps) =>
  async (ctx: ReadContext, { id }: { id: string }): Promise<PageFigures> => {
    const page = await loadPage(ctx, id);
    const from = toFirstDay(ctx.now);
    const days = await listVisitDays(ctx, { pageId: id, from });
    const sold = await countOrders(deps)(ctx, { pageIds: [id], from });
    const test = await loadTest(ctx, page);
    return { days, test, ...(sold.get(id) ?? { orders: 0, sales_halalas: 0 }) };
  };

/** Null while visitors are sent one page alone. */
async function loadTest(ctx: ReadContext, page: PageRecord): Promise<PageFigures["test"]> {
  const { published_version: number, id: pageId } = page;
  const version = number === null ? undefined : await findVersion(ctx, { pageId, number });
  if (!version || version.other_half === null || number === null) return null;
  const counts = await findHalfVisits(ctx, { pageId, version: number });
  const days = (ctx.now.getTime() - version.published_at.getTime()) / 86_400_000;
  return {
    started_at: version.published_at.toISOString(),
    ...counts,
    ...compareHalves(counts.a, counts.b, days),
  };
}
