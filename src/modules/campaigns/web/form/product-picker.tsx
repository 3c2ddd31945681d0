import { Button, Modal } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconPackage } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/forms/fields.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { Figure, UserText } from "#base/web/kit/text.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { ProductAnswer } from "#modules/stores/contract/stores.calls.ts";
import { productsQuery, useStores } from "#modules/stores/web/stores.queries.ts";
import { fillFromProduct } from "../../domain/fill-from-product.ts";
import classes from "./form.module.css";
import type { CampaignFormState } from "./use-campaign-form.ts";

const shown = 20;

/** Chooses one of the store's products for the shown ad, which fills what is still empty. */
export function ProductPicker({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation(["campaigns", "base"]);
  const isPhone = !useIsAtLeast("tablet");
  const [isOpen, setOpen] = useState(false);
  const stores = useStores().data ?? [];
  const ad = form.draft.ad_groups[form.selected.group]?.ads[form.selected.ad];
  if (stores.length === 0 || !ad) return null;
  const choose = (product: ProductAnswer) => {
    const store_name = stores.find(({ id }) => id === product.store_id)?.name ?? "";
    form.update((draft) => fillFromProduct(draft, ad.key, { ...product, store_name }));
    setOpen(false);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPackage size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t("form.from_product")}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        fullScreen={isPhone}
        title={<strong>{t("form.from_product")}</strong>}
        closeButtonProps={{ "aria-label": t("base:close") }}
      >
        <Products storeId={form.draft.campaign.store_id} onChoose={choose} />
      </Modal>
    </>
  );
}

type ProductsProps = { storeId: string | null; onChoose: (product: ProductAnswer) => void };

function Products({ storeId, onChoose }: ProductsProps) {
  const { t } = useTranslation("campaigns");
  const [typed, type] = useState("");
  const [search] = useDebouncedValue(typed.trim(), 200);
  const products = useQuery({ ...productsQuery(search, storeId, shown), placeholderData: keepPreviousData });
  return (
    <div className={classes.stack}>
      <TextField
        data-autofocus
        label={t("form.find_product")}
        value={typed}
        maxLength={100}
        onChange={type}
      />
      {products.isPending ? <SkeletonRows count={4} /> : null}
      {products.isError && !products.data ? (
        <ErrorState error={products.error} onRetry={() => void products.refetch()} />
      ) : null}
      {products.data?.items.length === 0 ? (
        <p className={classes.soft}>{t(search === "" ? "form.no_products" : "form.no_product_found")}</p>
      ) : null}
      <ul className={classes.products}>
        {products.data?.items.map((product) => (
          <li key={product.id}>
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
              </span>
            </button>
          </li>
        ))}
      </ul>
      {(products.data?.total ?? 0) > shown ? <p className={classes.soft}>{t("form.more_products")}</p> : null}
    </div>
  );
}

/** How many are left; a product that is sold out can be advertised only knowingly. */
function Stock({ product: { quantity, status } }: { product: ProductAnswer }) {
  const { t } = useTranslation("campaigns");
  if (status === "out_of_stock") return <span className={classes.wrong}>{t("form.sold_out")}</span>;
  if (status === "hidden") return <span className={classes.wrong}>{t("form.product_hidden")}</span>;
  if (quantity === null) return t("form.in_stock");
  return (
    <>
      {t("form.left")} <Figure value={quantity} />
    </>
  );
}
