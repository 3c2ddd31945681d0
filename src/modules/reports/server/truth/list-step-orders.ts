import type { ReadContext } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import { openStates } from "#modules/figures/contract/order-states.ts";
import type { FiguresFacade, ListOrdersInput, OrdersFilter } from "#modules/figures/server/figures.facade.ts";
import type { ListedStep } from "../../contract/bridge.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import { ordersPageSize } from "../../contract/reported-order.ts";
import { computeBridge } from "../../domain/bridge.ts";
import { type NamesDeps, presentOrders } from "../orders/present-orders.ts";
import { type FactsDeps, loadCampaignFacts } from "./load-campaign-facts.ts";
import { resolveScope, type ScopeDeps } from "./resolve-scope.ts";

export type StepOrdersDeps = ScopeDeps &
  FactsDeps &
  NamesDeps & {
    figures: Pick<FiguresFacade, "listReportedOrders" | "listOrdersPlacedAfter" | "loadDeliveryRates">;
  };

type Input = ReportScope & { step: ListedStep; cursor?: string | undefined };

/** The orders of a step of the bridge, the newest first: as many as the step counts. */
export const listStepOrders =
  (deps: StepOrdersDeps) =>
  async (ctx: ReadContext, { step, cursor, ...input }: Input, language: Language) => {
    const scope = await resolveScope(deps, ctx, input);
    const filter: OrdersFilter = { ...scope.orders, ...scope.days, isFromAds: true };
    const page = { ...(cursor === undefined ? {} : { cursor }), size: ordersPageSize };
    const list = (narrowed: Omit<ListOrdersInput, "filter" | "size" | "cursor">, within = filter) =>
      deps.figures.listReportedOrders(ctx, { filter: within, ...page, ...narrowed });
    const lists: Record<ListedStep, () => ReturnType<FiguresFacade["listReportedOrders"]>> = {
      two_platforms: async () => list({ isRival: true }, { ...filter, campaignIds: await loadExplained() }),
      clicked_before: async () =>
        list({ clickedBefore: scope.days.from }, { ...filter, campaignIds: await loadExplained() }),
      placed_after: async () =>
        deps.figures.listOrdersPlacedAfter(ctx, {
          filter: { ...filter, campaignIds: await loadExplained() },
          ...page,
        }),
      proven: () => list({}),
      cancelled: () => list({ states: ["cancelled"] }),
      refused: () => list({ states: ["refused"] }),
      returned: () => list({ isRefunded: true }),
      not_expected: () => list({ states: openStates }),
      delivered: () => list({ states: ["delivered", "refunded"] }),
    };
    return presentOrders(deps, ctx, await lists[step](), language);

    /** The campaigns whose claim these orders explain: of others the step counts none. */
    async function loadExplained(): Promise<readonly string[]> {
      const rates = await deps.figures.loadDeliveryRates(ctx);
      const facts = await loadCampaignFacts(deps, ctx, { scope, days: scope.days, rates });
      const { listed } = computeBridge(facts, scope);
      return step in listed ? listed[step as keyof typeof listed] : [];
    }
  };
