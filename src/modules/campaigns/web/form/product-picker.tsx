import { Button, Modal } from "@mantine/core";
import { IconPackage } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { ProductAnswer } from "#modules/stores/contract/stores.calls.ts";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { fillFromProduct } from "../../domain/fill-from-product.ts";
import classes from "./form.module.css";
import { ProductList } from "./product-list.tsx";
import { toWords } from "./product-picture.tsx";
import type { CampaignFormState } from "./use-campaign-form.ts";
import { useChosenPicture } from "./use-chosen-picture.ts";

/** Chooses one of the store's products for the shown ad, which fills what is still empty, its picture too. */
export function ProductPicker({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation(["campaigns_form", "base"]);
  const isPhone = !useIsAtLeast("tablet");
  const [isOpen, setOpen] = useState(false);
  const stores = useStores().data ?? [];
  const picture = useChosenPicture(form);
  const ad = form.draft.ad_groups[form.selected.group]?.ads[form.selected.ad];
  if (stores.length === 0 || !ad) return null;
  const choose = (product: ProductAnswer) => {
    const store_name = stores.find(({ id }) => id === product.store_id)?.name ?? "";
    form.update((draft) => fillFromProduct(draft, ad.key, { ...product, store_name }));
    setOpen(false);
    const field = `ad_groups.${form.selected.group}.ads.${form.selected.ad}.media_id`;
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
      {error ? <ErrorLine>{toWords(error, t("base:client_server"))}</ErrorLine> : null}
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        fullScreen={isPhone}
        title={<strong>{t("from_product")}</strong>}
        closeButtonProps={{ "aria-label": t("base:close") }}
      >
        <ProductList storeId={form.draft.campaign.store_id} isFocused onChoose={choose} />
      </Modal>
    </>
  );
}
