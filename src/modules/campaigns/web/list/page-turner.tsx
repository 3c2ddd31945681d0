import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Pagination } from "#base/web/kit/pagination.tsx";
import { searchCountMax } from "../../contract/enums.ts";
import { type ListState, pageSizes } from "./list-state.ts";
import classes from "./page-turner.module.css";

type Props = {
  state: Pick<ListState, "page" | "size">;
  found: { total: number; total_at_least: boolean };
  onTurn: (page: number) => void;
  onSize: (size: number) => void;
};

/** How many campaigns there are, how many a page shows, and the way to the others. */
export function PageTurner({ state: { page, size }, found, onTurn, onSize }: Props) {
  const { t } = useTranslation("campaigns_list");
  const { total, total_at_least } = found;
  return (
    <footer className={classes.foot}>
      <span>
        {total_at_least ? t("count_more_than", { count: searchCountMax }) : t("count", { count: total })}
      </span>
      {total > pageSizes[0] ? (
        <Select
          className={classes.size ?? ""}
          aria-label={t("page_size")}
          allowDeselect={false}
          value={String(size)}
          data={pageSizes.map((one) => ({ value: String(one), label: t("a_page", { size: one }) }))}
          onChange={(chosen) => onSize(Number(chosen))}
        />
      ) : null}
      <Pagination page={page} size={size} total={total} onChange={onTurn} />
    </footer>
  );
}
