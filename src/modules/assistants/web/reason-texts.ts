import { useTranslation } from "react-i18next";
import { useFormat } from "#base/web/runtime/format.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { Reason } from "../contract/plan-shapes.ts";

/** Whether a reason stands on the merchant's own figures. */
export const isMeasured = ({ kind }: Reason): boolean =>
  ["cities_share", "cities_spread", "cost_per_order", "split_by_return", "returns", "sold"].includes(kind);

/** Reasons as sentences. */
export function useReasonText(): (reason: Reason) => string {
  const { t } = useTranslation(["assistants", "ad_accounts"]);
  const format = useFormat();
  const language = useLanguage();
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  return (reason) => {
    switch (reason.kind) {
      case "cities_share":
      case "cities_spread":
        return t(`planner.reasons.${reason.kind}`, {
          percent: format.percent(reason.percent / 100),
          orders: format.number(reason.orders),
          days: reason.days,
          cities: list.format(reason.cities.map((city) => city[language])),
        });
      case "places_default":
        return t("planner.reasons.places_default", {
          days: reason.days,
          orders: format.number(reason.orders),
        });
      case "cost_per_order":
        return t("planner.reasons.cost_per_order", {
          amount: format.riyals(reason.amount_halalas, true),
          orders: format.number(reason.orders),
          days: reason.days,
        });
      case "read_by_model":
        return t("planner.reasons.read_by_model", { engine: reason.engine });
      case "split_by_return":
        return t("planner.reasons.split_by_return", { days: reason.days });
      case "split_default":
        return t("planner.reasons.split_default", {
          days: reason.days,
          platforms: list.format(reason.unmeasured.map((platform) => t(`ad_accounts:platforms.${platform}`))),
        });
      case "returns":
        return t("planner.reasons.returns", {
          percent: format.percent(reason.percent / 100),
          units: format.number(reason.units),
          days: reason.days,
        });
      case "sold":
        return t("planner.reasons.sold", { units: format.number(reason.units), days: reason.days });
      default:
        return t(`planner.reasons.${reason.kind}`);
    }
  };
}
