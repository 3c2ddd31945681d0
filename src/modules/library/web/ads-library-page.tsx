import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy } from "react";
import { useTranslation } from "react-i18next";
import { LazyDialog } from "#base/web/kit/lazy-dialog.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import { SkeletonCards } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { CollectionsBar } from "./collections-bar.tsx";
import { CompareView } from "./compare-view.tsx";
import { ItemGrid } from "./item-grid.tsx";
import { LargeView } from "./large-view.tsx";
import classes from "./library.module.css";
import { itemsQuery } from "./library.queries.ts";
import { type Address, useLibraryAddress, type View, views } from "./library-address.ts";
import { LibraryFilters } from "./library-filters.tsx";
import { NothingFound } from "./nothing-found.tsx";
import { SectorCard } from "./sector-card.tsx";

const ItemDialog = lazy(async () => ({ default: (await import("./item-dialog.tsx")).ItemDialog }));

/** Ads to learn from: found by season, style and sector, looked at large or side by side, and built upon. */
export function AdsLibraryPage() {
  const { t } = useTranslation("library");
  const address = useLibraryAddress();
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      <div className={classes.stack}>
        <Card>
          <div className={classes.tools}>
            <SegmentedControl
              className={classes.views ?? ""}
              aria-label={t("views.label")}
              data={views.map((value) => ({ value, label: t(`views.${value}`) }))}
              value={address.view}
              onChange={(value) => address.setView(value as View)}
            />
            {address.view === "compare" ? null : (
              <>
                <LibraryFilters address={address} />
                <CollectionsBar address={address} />
              </>
            )}
          </div>
          {address.view === "compare" ? <CompareView address={address} /> : <Items address={address} />}
        </Card>
        <SectorCard />
      </div>
      <LazyDialog opened={address.view !== "large" && address.item !== null}>
        <ItemDialog id={address.view === "large" ? null : address.item} onClose={address.closeItem} />
      </LazyDialog>
    </>
  );
}

function Items({ address }: { address: Address }) {
  const { t } = useTranslation("library");
  const query = useInfiniteQuery(itemsQuery(address.filter));
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const more = query.hasNextPage ? () => void query.fetchNextPage() : null;
  if (query.isPending) return <SkeletonCards count={6} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (items.length === 0) return <NothingFound address={address} />;
  if (address.view === "large") return <LargeView address={address} items={items} onMore={more} />;
  return (
    <>
      <ItemGrid address={address} items={items} isOld={query.isPlaceholderData} />
      {more ? (
        <div className={classes.more}>
          <Button variant="default" loading={query.isFetchingNextPage} onClick={more}>
            {t("more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
