import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SkeletonCards } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { type MediaKind, mediaKinds } from "#modules/ad-accounts/contract/platforms.ts";
import type { Media } from "../../contract/creative.calls.ts";
import { type LibraryFilter, libraryQuery } from "../creative.queries.ts";
import classes from "./library.module.css";
import { LibraryFilters } from "./library-filters.tsx";

type Props = {
  filter: LibraryFilter;
  onFilter: (patch: Partial<LibraryFilter>) => void;
  /** The kinds to choose between; all by default. */
  kinds?: readonly MediaKind[];
  item: (media: Media) => ReactNode;
  listClass?: string;
};

/** The merchant's files, searched and filtered, page after page. */
export function Library({
  filter,
  onFilter,
  kinds = mediaKinds,
  item,
  listClass = classes.grid ?? "",
}: Props) {
  const { t } = useTranslation("creative");
  const library = useInfiniteQuery(libraryQuery(filter));
  const found = library.data?.pages.flatMap(({ items }) => items) ?? [];
  const isFiltered = filter.search !== "" || filter.kind !== null;
  return (
    <>
      <LibraryFilters filter={filter} kinds={kinds} onChange={onFilter} />
      {library.isPending ? <SkeletonCards count={4} /> : null}
      {library.isError && !library.data ? (
        <ErrorState error={library.error} onRetry={() => void library.refetch()} />
      ) : null}
      {library.data && found.length === 0 ? (
        <EmptyState
          title={t(isFiltered ? "library.none_found" : "library.empty")}
          action={
            isFiltered ? (
              <Button variant="default" onClick={() => onFilter({ search: "", kind: null })}>
                {t("library.clear")}
              </Button>
            ) : undefined
          }
        >
          {t(isFiltered ? "library.none_found_words" : "library.empty_words")}
        </EmptyState>
      ) : null}
      <ul className={listClass} aria-busy={library.isPlaceholderData} aria-label={t("library.title")}>
        {found.map((media) => (
          <li key={media.id} className={classes.cell}>
            {item(media)}
          </li>
        ))}
      </ul>
      {library.hasNextPage ? (
        <div className={classes.more}>
          <Button
            variant="default"
            loading={library.isFetchingNextPage}
            onClick={() => void library.fetchNextPage()}
          >
            {t("library.more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
