import { Button } from "@mantine/core";
import { IconPackage } from "@tabler/icons-react";
import { lazy, useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { LazyDialog } from "#base/web/kit/lazy-dialog.tsx";
import type { ProductAnswer } from "#modules/stores/contract/stores.calls.ts";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { fillFromProduct } from "../../domain/fill-from-product.ts";
import classes from "./form.module.css";
import { toFailureText } from "./picture-failure.ts";
import type { CampaignFormState } from "./use-campaign-form.ts";
import { useChosenPicture } from "./use-chosen-picture.ts";

const ProductDialog = lazy(async () => ({ default: (await import("./product-dialog.tsx")).ProductDialog }));

/** Chooses one of the store's products for the shown ad, which fills what is still empty, its picture too: made when the ad is opened without one. */
export function ProductPicker({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation(["campaigns_form", "base"]);
  const [isOpen, setOpen] = useState(false);
  const stores = useStores().data ?? [];
  const picture = useChosenPicture(form);
  const ad = form.draft.ad_groups[form.selected.group]?.ads[form.selected.ad];
  const field = `ad_groups.${form.selected.group}.ads.${form.selected.ad}.media_id`;
  const makeMissing = useEffectEvent(() => {
    if (ad?.product_id && !picture.isMaking && picture.isMissing(ad.key))
      picture.make({ productId: ad.product_id, adKey: ad.key, field });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each ad that is opened
  useEffect(() => makeMissing(), [ad?.key]);
  if (stores.length === 0 || !ad) return null;
  const choose = (product: ProductAnswer) => {
    const store_name = stores.find(({ id }) => id === product.store_id)?.name ?? "";
    form.update((draft) => fillFromProduct(draft, ad.key, { ...product, store_name }));
    setOpen(false);
    picture.make({ productId: product.id, adKey: ad.key, field });
  };
  const error = picture.errorFor(ad.key);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPackage size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t("from_product")}
      </Button>
      <p role="status" className={classes.soft}>
        {picture.isMaking ? t("quick.making_picture") : ""}
      </p>
      {error ? <ErrorLine>{toFailureText(error, t("base:client_server"))}</ErrorLine> : null}
      <LazyDialog opened={isOpen}>
        <ProductDialog
          opened={isOpen}
          storeId={form.draft.campaign.store_id}
          onClose={() => setOpen(false)}
          onChoose={choose}
        />
      </LazyDialog>
    </>
  );
}
