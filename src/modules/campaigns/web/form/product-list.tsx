import { Button } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPackage } from "@tabler/icons-react";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/forms/fields.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { Figure, UserText } from "#base/web/kit/text.tsx";
import type { ProductSort } from "#modules/stores/contract/enums.ts";
import type { ProductAnswer } from "#modules/stores/contract/stores.calls.ts";
import { productsQuery } from "#modules/stores/web/stores.queries.ts";
import classes from "./form.module.css";
import { ProductSales } from "./product-sales.tsx";

const shown = 20;

type Props = {
  storeId: string | null;
  /** Types into the search at once; not where the list is only offered. */
  isFocused?: boolean;
  onChoose: (product: ProductAnswer) => void;
};

/** The stores' products with what they sold, to be searched and chosen by one tap; what sells most comes first. */
export function ProductList({ storeId, isFocused = false, onChoose }: Props) {
  const { t } = useTranslation("campaigns_form");
  const [typed, type] = useState("");
  const [search] = useDebouncedValue(typed.trim(), 200);
  const [sort, setSort] = useState<ProductSort>("sales");
  const products = useInfiniteQuery({
    ...productsQuery({ search, storeId, sort, size: shown }),
    placeholderData: keepPreviousData,
  });
  const items = products.data?.pages.flatMap((page) => page.items);
  return (
    <div className={classes.stack}>
      <TextField
        {...(isFocused ? { "data-autofocus": true } : {})}
        label={t("find_product")}
        value={typed}
        maxLength={100}
        onChange={type}
      />
      <SegmentedControl<ProductSort>
        aria-label={t("product_sort.label")}
        value={sort}
        onChange={setSort}
        data={(["sales", "name"] as const).map((value) => ({ value, label: t(`product_sort.${value}`) }))}
      />
      {products.isPending ? <SkeletonRows count={4} /> : null}
      {products.isError && !products.data ? (
        <ErrorState error={products.error} onRetry={() => void products.refetch()} />
      ) : null}
      {items?.length === 0 ? (
        <p className={classes.soft}>{t(search === "" ? "no_products" : "no_product_found")}</p>
      ) : null}
      <ul className={classes.products}>
        {items?.map((product) => (
          <li key={product.id}>
            <ProductButton product={product} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {products.hasNextPage ? (
        <Button
          variant="default"
          loading={products.isFetchingNextPage}
          onClick={() => void products.fetchNextPage()}
        >
          {t("more_products")}
        </Button>
      ) : null}
    </div>
  );
}

function ProductButton({ product, onChoose }: { product: ProductAnswer } & Pick<Props, "onChoose">) {
  return (
    <button type="button" className={classes.product} onClick={() => onChoose(product)}>
      {product.image_url ? (
        <img src={product.image_url} alt="" loading="lazy" />
      ) : (
        <IconPackage aria-hidden />
      )}
      <span>
        <UserText>{product.name}</UserText>
        <span className={classes.soft}>
          <Money halalas={product.price_halalas} /> · <Stock product={product} />
        </span>
        <ProductSales product={product} />
      </span>
    </button>
  );
}

/** How many are left; a product that is sold out can be advertised only knowingly. */
function Stock({ product: { quantity, status } }: { product: ProductAnswer }) {
  const { t } = useTranslation("campaigns_form");
  if (status === "out_of_stock") return <span className={classes.wrong}>{t("sold_out")}</span>;
  if (status === "hidden") return <span className={classes.wrong}>{t("product_hidden")}</span>;
  if (quantity === null) return t("in_stock");
  return (
    <>
      {t("left")} <Figure value={quantity} />
    </>
  );
}
