import { Checkbox } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import type { ListRow } from "../../contract/list.ts";
import type { Selection } from "./use-selection.ts";

/** Takes the whole page. In a table its place says what it is for; elsewhere its words do. */
export function SelectPage({ selection, hasWords = false }: { selection: Selection; hasWords?: boolean }) {
  const { t } = useTranslation("campaigns_list");
  if (!isAllowed("campaign", "manage")) return null;
  return (
    <Checkbox
      color="palm"
      aria-label={t("bulk.select_page")}
      label={hasWords ? t("bulk.select_page") : undefined}
      checked={selection.isPage}
      indeterminate={selection.isPartOfPage}
      onChange={selection.togglePage}
    />
  );
}

export function SelectRow({ row, selection }: { row: ListRow; selection: Selection }) {
  const { t } = useTranslation("campaigns_list");
  if (!isAllowed("campaign", "manage")) return null;
  return (
    <Checkbox
      color="palm"
      aria-label={t("bulk.select_one", { name: row.name })}
      checked={selection.has(row.id)}
      disabled={selection.isFull && !selection.has(row.id)}
      onChange={({ currentTarget }) => selection.set([row], currentTarget.checked)}
    />
  );
}
