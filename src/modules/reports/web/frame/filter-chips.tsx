import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { useFilterChoices } from "../report-tables.queries.ts";
import classes from "./frame.module.css";
import { type FilterName, filterNames, type ReportState } from "./report-state.ts";
import type { UseReportState } from "./use-report-state.ts";

/** What the figures are narrowed to, each taken away by a tap. */
export function FilterChips({ state, onChange }: { state: ReportState; onChange: UseReportState["change"] }) {
  const { t } = useTranslation(["reports_frame", "reports", "campaigns"]);
  const set = filterNames.filter((name) => state[name] !== undefined);
  const names = useNames(state, set.length > 0);
  if (set.length === 0) return null;
  return (
    <ul className={classes.chips} data-kind="filters" aria-label={t("filters.title")}>
      {set.map((name) => (
        <li key={name}>
          <button
            type="button"
            aria-label={t("filters.remove", { name: t(`filters.${name}`) })}
            onClick={() => onChange({ [name]: undefined })}
          >
            {t(`filters.${name}`)}: <UserText>{names[name]}</UserText>
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

function useNames(state: ReportState, isNeeded: boolean): Record<FilterName, string> {
  const { t } = useTranslation(["reports_frame", "reports", "campaigns"]);
  const stores = useStores().data ?? [];
  const choices = useFilterChoices(isNeeded).data;
  const ids = state.campaign_ids ?? [];
  const findName = (id: string) => choices?.campaigns.find((one) => one.id === id)?.name ?? "…";
  return {
    store_id: stores.find(({ id }) => id === state.store_id)?.name ?? "…",
    platform: state.platform ? t(`reports:${state.platform}`) : "",
    campaign_ids: ids.length === 1 ? findName(ids[0] ?? "") : t("filters.campaigns", { count: ids.length }),
    status: state.status ? t(`campaigns:statuses.${state.status}`) : "",
    objective: state.objective ? t(`campaigns:objectives.${state.objective}`) : "",
    city: choices?.cities.find(({ key }) => key === state.city)?.name ?? "…",
  };
}
