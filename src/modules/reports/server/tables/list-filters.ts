import type { ReadContext } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import { reportDaysMax } from "../../contract/report-tabs.ts";
import { nameCity } from "./load-cities-tab.ts";

type Deps = {
  campaigns: Pick<CampaignsFacade, "findCampaigns">;
  figures: Pick<FiguresFacade, "queryOrders">;
};

/** Campaigns that a filter offers: the newest. */
const campaignsMax = 500;

/** What the reports can be narrowed to. */
export const listReportFilters =
  ({ campaigns, figures }: Deps) =>
  async (ctx: ReadContext, language: Language) => {
    const today = toRiyadhDay(ctx.now);
    const filter = { from: addDays(today, 1 - reportDaysMax), to: today, broughtBy: "all" } as const;
    const cities = await figures.queryOrders(ctx, { by: ["city"], filter });
    const found = await campaigns.findCampaigns(ctx);
    return {
      campaigns: found
        .slice(-campaignsMax)
        .reverse()
        .map(({ id, name, platform }) => ({ id, name, platform })),
      cities: cities.flatMap(({ city_key: key }) => {
        const name = nameCity(key, language);
        return name === null ? [] : [{ key, name }];
      }),
    };
  };
