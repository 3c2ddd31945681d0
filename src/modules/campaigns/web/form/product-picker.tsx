import { Button, Modal } from "@mantine/core";
import { IconPackage } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { ProductAnswer } from "#modules/stores/contract/stores.calls.ts";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { fillFromProduct } from "../../domain/fill-from-product.ts";
import { ProductList } from "./product-list.tsx";
import type { CampaignFormState } from "./use-campaign-form.ts";

/** Chooses one of the store's products for the shown ad, which fills what is still empty. */
export function ProductPicker({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation(["campaigns_form", "base"]);
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
        {t("from_product")}
      </Button>
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
