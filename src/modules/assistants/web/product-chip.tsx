import { Button } from "@mantine/core";
import { IconChevronDown, IconPackage } from "@tabler/icons-react";
import { lazy, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { LazyDialog } from "#base/web/kit/lazy-dialog.tsx";
import { UserLine } from "#base/web/kit/text.tsx";
import classes from "./writer.module.css";
import type { Choices } from "./writer-choices-state.ts";

const ProductDialog = lazy(() =>
  import("./product-dialog.tsx").then((file) => ({ default: file.ProductDialog })),
);

type Product = Choices["product"];
type Props = {
  product: Product;
  error: ReactNode;
  onChoose: (product: Product) => void;
};

/** The store's product that is written about: a press opens the list of all. */
export function ProductChip({ product, error, onChoose }: Props) {
  const { t } = useTranslation("assistants");
  const [isChoosing, setChoosing] = useState(false);
  const errorId = useId();
  return (
    <>
      <Button
        variant={product ? "light" : "default"}
        className={classes.productChip ?? ""}
        leftSection={<ProductPicture url={product?.image_url ?? null} />}
        rightSection={<IconChevronDown size={16} aria-hidden />}
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
      <LazyDialog opened={isChoosing}>
        <ProductDialog
          opened={isChoosing}
          onClose={() => setChoosing(false)}
          onChoose={(chosen) => {
            onChoose(chosen);
            setChoosing(false);
          }}
        />
      </LazyDialog>
    </>
  );
}

/** The store's own picture, which its host may refuse to show elsewhere. */
export function ProductPicture({ url }: { url: string | null }) {
  const [isBroken, setBroken] = useState(false);
  if (!url || isBroken) return <IconPackage size={20} aria-hidden />;
  return (
    <img
      className={classes.picture}
      src={url}
      alt=""
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setBroken(true)}
    />
  );
}
