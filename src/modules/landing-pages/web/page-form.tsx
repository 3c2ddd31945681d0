import { Button, Modal, Select, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Language, languages } from "#base/shared/language.ts";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { ErrorLine, errorNode } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { UserLine } from "#base/web/kit/text.tsx";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { LandingPage } from "../contract/landing-pages.calls.ts";
import classes from "./landing-pages.module.css";
import { call, landingPagesKeys } from "./landing-pages.queries.ts";
import { type ChosenProduct, ProductList } from "./product-list.tsx";

/** As many as the contract takes. */
const headlineMax = 80;
const introductionMax = 400;

type Values = {
  product_id: ChosenProduct | null;
  language: Language;
  headline: string;
  introduction: string;
};
type Props = {
  /** Null: a new one. */
  page: LandingPage | null;
  onClose: () => void;
};

/** A new page from a product, or an existing one's texts. */
export function PageForm({ page, onClose }: Props) {
  const { t } = useTranslation(["landing_pages", "base"]);
  const language = useLanguage();
  const client = useQueryClient();
  const key = useIdempotencyKey("landing-pages.create");
  const [hasFailed, setFailed] = useState(false);
  const form = useServerForm<Values>({
    initialValues: {
      product_id: page && { id: page.product_id, name: page.product_name },
      language: page?.language ?? language,
      headline: page?.headline ?? "",
      introduction: page?.introduction ?? "",
    },
    validate: { product_id: (product) => (product === null ? t("form.product_missing") : null) },
    send: async ({ product_id: product, ...texts }) => {
      setFailed(false);
      if (page) {
        const body = { revision: page.revision, ...texts };
        await call("PUT Clients/LandingPages/pages/{id}", { params: { id: page.id }, body, quiet: true });
      } else {
        const body = { product_id: product?.id ?? "", ...texts };
        await call("POST Clients/LandingPages/pages", {
          body,
          idempotencyKey: key.for(body),
          quiet: true,
        }).catch((error) => {
          setFailed(true);
          throw error;
        });
        key.done();
      }
      notify(t(page ? "saved" : "created"), "success");
      void client.invalidateQueries({ queryKey: landingPagesKeys.list });
      onClose();
    },
  });
  const isPhone = !useIsAtLeast("tablet");
  const { product_id: product } = form.getValues();
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={isPhone}
      title={<strong>{t(page ? "form.edit" : "form.new")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <form className={classes.form} onSubmit={form.submit} noValidate>
        <fieldset className={classes.product}>
          <legend>{t("form.product")}</legend>
          {product === null ? (
            <ProductList onChoose={(chosen) => form.setFieldValue("product_id", chosen)} />
          ) : (
            <div className={classes.head}>
              <strong className={classes.name}>
                <UserLine>{product.name}</UserLine>
              </strong>
              {page ? null : (
                <Button variant="subtle" onClick={() => form.setFieldValue("product_id", null)}>
                  {t("form.change_product")}
                </Button>
              )}
            </div>
          )}
          {form.errors.product_id ? (
            <ErrorLine id="landing-product">{form.errors.product_id}</ErrorLine>
          ) : null}
        </fieldset>
        <Select
          label={t("form.language")}
          allowDeselect={false}
          data={languages.map((value) => ({ value, label: t(`form.languages.${value}`) }))}
          {...form.getInputProps("language")}
        />
        <TextInput
          label={t("form.headline")}
          description={t("form.headline_help")}
          placeholder={product?.name ?? ""}
          dir="auto"
          maxLength={headlineMax}
          {...form.getInputProps("headline")}
          error={errorNode(form.errors.headline)}
        />
        <Textarea
          label={t("form.introduction")}
          description={t("form.introduction_help")}
          rows={4}
          dir="auto"
          maxLength={introductionMax}
          {...form.getInputProps("introduction")}
          error={errorNode(form.errors.introduction)}
        />
        {hasFailed ? <ErrorLine id="landing-failed">{t("create_failed")}</ErrorLine> : null}
        <Button type="submit" color="clay" size="md" loading={form.isSending}>
          {t(page ? "form.save" : "create")}
        </Button>
      </form>
    </Modal>
  );
}
