import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { ProductAnswer } from "#modules/stores/contract/stores.calls.ts";
import { ProductList } from "./product-list.tsx";

type Props = {
  opened: boolean;
  storeId: string | null;
  onClose: () => void;
  onChoose: (product: ProductAnswer) => void;
};

/** One of the store's products to choose. */
export function ProductDialog({ opened, storeId, onClose, onChoose }: Props) {
  const { t } = useTranslation(["campaigns_form", "base"]);
  const isPhone = !useIsAtLeast("tablet");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      fullScreen={isPhone}
      title={<strong>{t("from_product")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <ProductList storeId={storeId} isFocused onChoose={onChoose} />
    </Modal>
  );
}
