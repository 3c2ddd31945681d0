import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "#base/web/forms/search-field.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { productsQuery } from "#modules/stores/web/stores.queries.ts";
import classes from "./landing-pages.module.css";

export type ChosenProduct = { id: string; name: string };

/** The stores' products, those that sell first. */
export function ProductList({ onChoose }: { onChoose: (product: ChosenProduct) => void }) {
  const { t } = useTranslation("landing_pages");
  const [search, setSearch] = useState("");
  const query = useInfiniteQuery(productsQuery({ search, storeId: null, sort: "sales", size: 10 }));
  return (
    <>
      <SearchField
        aria-label={t("form.search")}
        placeholder={t("form.search")}
        value={search}
        onSearch={setSearch}
      />
      <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <p className={classes.quiet}>{t("form.none")}</p>;
          return (
            <>
              <ul className={classes.products}>
                {items.map(({ id, name, price_halalas }) => (
                  <li key={id}>
                    <button type="button" className={classes.choice} onClick={() => onChoose({ id, name })}>
                      <UserText>{name}</UserText>
                      <Money halalas={price_halalas} />
                    </button>
                  </li>
                ))}
              </ul>
              {query.hasNextPage ? (
                <Button
                  variant="subtle"
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t("more")}
                </Button>
              ) : null}
            </>
          );
        }}
      </QueryBoundary>
    </>
  );
}
