import { Button, Modal } from "@mantine/core";
import { IconChevronDown, IconPackage } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { SearchField } from "#base/web/forms/search-field.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { UserLine, UserText } from "#base/web/kit/text.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { productsQuery } from "#modules/stores/web/stores.queries.ts";
import classes from "./designer.module.css";

export type ChosenProduct = { id: string; name: string; image_url: string | null };
type Props = {
  product: ChosenProduct | null;
  error: ReactNode;
  onChoose: (product: ChosenProduct) => void;
};

/** The product that designs are made of: a press opens the list of all, those that sell first. */
export function ProductChoice({ product, error, onChoose }: Props) {
  const { t } = useTranslation(["designer", "base"]);
  const isPhone = !useIsAtLeast("tablet");
  const [isChoosing, setChoosing] = useState(false);
  const [search, setSearch] = useState("");
  const errorId = useId();
  return (
    <div className={classes.labelled}>
      <span>{t("product.label")}</span>
      <Button
        variant="default"
        size="lg"
        justify="space-between"
        className={classes.productButton ?? ""}
        leftSection={<ProductPicture url={product?.image_url ?? null} />}
        rightSection={<IconChevronDown size={18} aria-hidden />}
        aria-haspopup="dialog"
        data-error={error ? true : undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        aria-label={product ? t("product.chosen", { name: product.name }) : t("product.choose")}
        onClick={() => setChoosing(true)}
      >
        {product ? <UserLine>{product.name}</UserLine> : t("product.choose")}
      </Button>
      {error ? <ErrorLine id={errorId}>{error}</ErrorLine> : null}
      <Modal
        opened={isChoosing}
        onClose={() => setChoosing(false)}
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
          <Products
            search={search}
            onChoose={(chosen) => {
              onChoose(chosen);
              setChoosing(false);
            }}
          />
        </div>
      </Modal>
    </div>
  );
}

function Products({ search, onChoose }: Pick<Props, "onChoose"> & { search: string }) {
  const { t } = useTranslation("designer");
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

/** The store's own picture, which its host may refuse to show elsewhere. */
function ProductPicture({ url }: { url: string | null }) {
  const [isBroken, setBroken] = useState(false);
  if (!url || isBroken) return <IconPackage size={28} aria-hidden />;
  return (
    <img
      className={classes.productPicture}
      src={url}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}
