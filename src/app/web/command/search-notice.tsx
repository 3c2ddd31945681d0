import { useTranslation } from "react-i18next";
import type { useSearchResults } from "#modules/search/web/search.queries.ts";
import classes from "./command.module.css";

type Props = {
  q: string;
  query: Pick<ReturnType<typeof useSearchResults>, "data" | "isError" | "isFetching">;
  /** Nothing is listed at all. */
  isEmpty: boolean;
};

/** That nothing has the typed words and what to try, that others were taken for them, or that the search failed. */
export function SearchNotice({ q, query, isEmpty }: Props) {
  const { t } = useTranslation(["command", "search"]);
  const text = () => {
    if (q === "") return null;
    if (query.isError) return t("command:failed");
    if (query.data?.is_corrected && query.data.groups.length > 0) return t("search:corrected");
    if (!isEmpty) return null;
    return query.isFetching
      ? t("command:searching")
      : `${t("search:none", { q })}. ${t("search:none_short")}`;
  };
  return (
    <p role="status" className={classes.notice}>
      {text()}
    </p>
  );
}
