import { useTranslation } from "react-i18next";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { download } from "#base/web/data/download.ts";
import { FormatMenu } from "#base/web/kit/format-menu.tsx";
import { serverNow } from "#base/web/runtime/now.ts";
import { exportFormats } from "../../contract/enums.ts";
import { type ListState, toFilterQuery } from "./list-state.ts";

/** Saves all that the list finds, in its order and with its figures, as a file. */
export function ExportMenu({ state }: { state: ListState }) {
  const { t } = useTranslation("campaigns_list");
  const { sort, order } = state;
  return (
    <FormatMenu
      label={t("export")}
      formats={exportFormats}
      toLabel={(format) => t(`export_as.${format}`)}
      save={(format) => {
        const query = { ...toFilterQuery(state, toRiyadhDay(serverNow())), sort, order, format };
        return download("GET Clients/Campaigns/export", { query });
      }}
    />
  );
}
