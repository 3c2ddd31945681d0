import type { ReadContext } from "#base/server/context.ts";
import type { Language } from "#base/shared/language.ts";
import { formatShortRiyals, halalas } from "#base/shared/money.ts";
import type { Period } from "#base/shared/period.ts";
import type { ReportDefinition } from "../../contract/custom-reports.calls.ts";
import { type Advice, type Digest, makeDigest } from "../../domain/digest.ts";
import type { CustomFiguresDeps } from "./custom-deps.ts";
import { loadScope } from "./custom-scope.ts";

/** The digest of a period, with its one thing to do as a sentence. */
export type NamedDigest = Digest & { sentence: string };

/** Earned, wasted and one thing to do, of the campaigns that the report is narrowed to. */
export const loadDigest =
  (deps: CustomFiguresDeps) =>
  async (
    ctx: ReadContext,
    { definition, period, language }: { definition: ReportDefinition; period: Period; language: Language },
  ): Promise<NamedDigest> => {
    const scope = await loadScope(deps, ctx, definition.filter);
    const rows = scope.isEmpty
      ? []
      : await deps.figures.query(ctx, {
          measures: ["spend_halalas", "sales_placed_halalas", "orders_placed"],
          by: ["campaign"],
          filter: { ...period, ...scope.filter },
        });
    const digest = makeDigest(
      rows.map(({ campaign_id, spend_halalas, sales_placed_halalas, orders_placed }) => ({
        campaignId: campaign_id,
        spent: spend_halalas,
        earned: sales_placed_halalas,
        orders: orders_placed,
      })),
    );
    const toName = (id: string) =>
      scope.campaigns.get(id)?.name ?? deps.messages.translate(language, "reports_custom:name_unknown");
    return { ...digest, sentence: toSentence(deps, language, digest.advice, toName) };
  };

function toSentence(
  { messages }: Pick<CustomFiguresDeps, "messages">,
  language: Language,
  advice: Advice,
  toName: (campaignId: string) => string,
): string {
  const words = (params = {}) => messages.translate(language, `reports_custom:advice.${advice.kind}`, params);
  const money = (amount: number) => formatShortRiyals(halalas(amount));
  switch (advice.kind) {
    case "stop_waste":
      return words({ campaign: toName(advice.campaignId), spent: money(advice.spent) });
    case "mend_loss":
      return words({
        campaign: toName(advice.campaignId),
        spent: money(advice.spent),
        earned: money(advice.earned),
      });
    case "raise_best":
      return words({ campaign: toName(advice.campaignId), roas: advice.roas.toFixed(2) });
    default:
      return words();
  }
}
