import { Button } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { SkeletonCards } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { ItemFacts, Results } from "./item-facts.tsx";
import { ItemMedia } from "./item-media.tsx";
import classes from "./library.module.css";
import { itemQuery } from "./library.queries.ts";
import type { Address } from "./library-address.ts";
import { MakeDraft } from "./make-draft.tsx";
import { StructureList } from "./structure-list.tsx";

/** Two to four items side by side, row by row: what they look like, how they are built, and what they brought. */
export function CompareView({ address }: { address: Address }) {
  const { t } = useTranslation("library");
  const { compare, setView, setCompare } = address;
  const queries = useQueries({ queries: compare.map((id) => itemQuery(id)) });
  const back = (
    <Button variant="default" onClick={() => setView("grid")}>
      {t("compare.back")}
    </Button>
  );
  if (compare.length < 2)
    return (
      <EmptyState title={t("compare.none")} action={back}>
        {t("compare.none_words")}
      </EmptyState>
    );
  return (
    <>
      <ul className={classes.columns} data-count={compare.length} aria-label={t("compare.title")}>
        {queries.map((query, index) => (
          <li key={compare[index]} className={classes.column}>
            {query.isPending ? <SkeletonCards count={1} /> : null}
            {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
            {query.data ? (
              <>
                <ItemMedia item={query.data} />
                <h2 className={classes.columnTitle}>
                  <UserText>{query.data.title}</UserText>
                </h2>
                <StructureList item={query.data} />
                {query.data.results ? <Results results={query.data.results} /> : null}
                <ItemFacts item={query.data} />
                <MakeDraft item={query.data} isShort />
              </>
            ) : null}
            <Button
              variant="subtle"
              aria-label={t("remove_compare", { title: query.data?.title ?? "" })}
              onClick={() => setCompare(compare.filter((id) => id !== compare[index]))}
            >
              {t("compare.remove")}
            </Button>
          </li>
        ))}
      </ul>
      <div className={classes.more}>{back}</div>
    </>
  );
}
