import { Button, Modal } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "#base/web/forms/search-field.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { productsQuery } from "#modules/stores/web/stores.queries.ts";
import { ProductPicture } from "./product-chip.tsx";
import classes from "./writer.module.css";
import type { Choices } from "./writer-choices-state.ts";

type Props = { opened: boolean; onClose: () => void; onChoose: (product: Choices["product"]) => void };

/** One of the stores' products to write about, those that sell first. */
export function ProductDialog({ opened, onClose, onChoose }: Props) {
  const { t } = useTranslation(["assistants", "base"]);
  const isPhone = !useIsAtLeast("tablet");
  const [search, setSearch] = useState("");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      fullScreen={isPhone}
      title={<strong>{t("product.choose")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <div className={classes.stack}>
        <SearchField
          aria-label={t("product.search")}
          placeholder={t("product.search")}
          value={search}
          onSearch={setSearch}
        />
        <Products search={search} onChoose={onChoose} />
        <Button variant="subtle" onClick={() => onChoose(null)}>
          {t("product.clear")}
        </Button>
      </div>
    </Modal>
  );
}

function Products({ search, onChoose }: Pick<Props, "onChoose"> & { search: string }) {
  const { t } = useTranslation("assistants");
  const query = useInfiniteQuery(productsQuery({ search, storeId: null, sort: "sales", size: 20 }));
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0 && search !== "") return <p>{t("product.not_found")}</p>;
        if (items.length === 0)
          return (
            <EmptyState
              title={t("product.none")}
              action={
                <Button component={Link} to="/link-ad-accounts/add-store" variant="default">
                  {t("product.connect")}
                </Button>
              }
            >
              {t("product.none_words")}
            </EmptyState>
          );
        return (
          <>
            <ul className={classes.products}>
              {items.map(({ id, name, image_url, price_halalas }) => (
                <li key={id}>
                  <button
                    type="button"
                    className={classes.product}
                    onClick={() => onChoose({ id, name, image_url })}
                  >
                    <ProductPicture url={image_url} />
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
                {t("product.more")}
              </Button>
            ) : null}
          </>
        );
      }}
    </QueryBoundary>
  );
}
