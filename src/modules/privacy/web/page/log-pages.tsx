import { Button } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { DateText, TimeText } from "#base/web/kit/text.tsx";
import classes from "../privacy.module.css";

type Entry = { id: number; recorded_at: string };
type Props<One extends Entry> = {
  query: Pick<
    UseInfiniteQueryResult,
    "isPending" | "isError" | "error" | "refetch" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage"
  >;
  entries: readonly One[] | undefined;
  empty: { title: string; words: string | null };
  /** What an entry says, and a smaller line under it. */
  toText: (entry: One) => readonly [string, string | null];
};

/** A log, newest first, page after page. */
export function LogPages<One extends Entry>({ query, entries, empty, toText }: Props<One>) {
  const { t } = useTranslation("privacy_page");
  return (
    <>
      {query.isPending ? <SkeletonRows count={2} /> : null}
      {query.isError && !entries ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {entries?.length === 0 ? <EmptyState title={empty.title}>{empty.words}</EmptyState> : null}
      <ul className={classes.rows}>
        {entries?.map((entry) => {
          const [title, words] = toText(entry);
          return (
            <li key={entry.id}>
              <span className={classes.what}>
                <span>{title}</span>
                {words === null ? null : <span className={classes.soft}>{words}</span>}
              </span>
              <span className={classes.soft}>
                <DateText at={entry.recorded_at} /> <TimeText at={entry.recorded_at} />
              </span>
            </li>
          );
        })}
      </ul>
      {query.hasNextPage ? (
        <Button
          variant="default"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t("more")}
        </Button>
      ) : null}
    </>
  );
}
