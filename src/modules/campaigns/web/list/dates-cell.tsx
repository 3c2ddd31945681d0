import { useTranslation } from "react-i18next";
import { DateText } from "#base/web/kit/text.tsx";
import type { ListRow } from "../../contract/list.ts";
import classes from "./cells.module.css";

/** From when to when a campaign runs, in words: two dates with a dash between them turn round in Arabic. */
export function DatesCell({ row }: { row: ListRow }) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  return (
    <span className={classes.quiet}>
      {row.starts_at_once ? t("campaigns:at_start") : <DateText at={row.starts_at} style="short" />}
      {" · "}
      {row.ends_at ? (
        <>
          {t("until")} <DateText at={row.ends_at} style="short" />
        </>
      ) : (
        t("campaigns:no_end")
      )}
    </span>
  );
}
