import { Button, Modal, Select, Textarea, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
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
import { headlineMax, introductionMax } from "../contract/page-limits.ts";
import classes from "./landing-pages.module.css";
import { call, landingPagesKeys } from "./landing-pages.queries.ts";
import { LawNotes } from "./law-notes.tsx";
import { type ChosenProduct, ProductList } from "./product-list.tsx";

type Values = {
  product_id: ChosenProduct | null;
  language: Language;
  headline: string;
  introduction: string;
};
/** A new page from a product; its editor opens once it is created. */
export function PageForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["landing_pages", "base"]);
  const language = useLanguage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const key = useIdempotencyKey("landing-pages.create");
  const [hasFailed, setFailed] = useState(false);
  const form = useServerForm<Values>({
    initialValues: {
      product_id: null,
      language,
      headline: "",
      introduction: "",
    },
    validate: { product_id: (product) => (product === null ? t("form.product_missing") : null) },
    send: async ({ product_id: product, ...texts }) => {
      setFailed(false);
      const body = { product_id: product?.id ?? "", ...texts };
      const page = await call("POST Clients/LandingPages/pages", {
        body,
        idempotencyKey: key.for(body),
        quiet: true,
      }).catch((error) => {
        setFailed(true);
        throw error;
      });
      key.done();
      notify(t("created"), "success");
      void client.invalidateQueries({ queryKey: landingPagesKeys.list });
      onClose();
      void navigate({ to: "/landing-pages/$id", params: { id: page.id } });
    },
  });
  const isPhone = !useIsAtLeast("tablet");
  const { product_id: product } = form.getValues();
  const choose = (chosen: ChosenProduct) => {
    form.setFieldValue("product_id", chosen);
    // Shoppers read the page, not the merchant: it begins in the language of what it sells.
    form.setFieldValue("language", /\p{Script=Arabic}/u.test(chosen.name) ? "ar" : language);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={isPhone}
      title={<strong>{t("form.new")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <form className={classes.form} onSubmit={form.submit} noValidate>
        <fieldset className={classes.product}>
          <legend>{t("form.product")}</legend>
          {product === null ? (
            <ProductList onChoose={choose} />
          ) : (
            <div className={classes.head}>
              <strong className={classes.name}>
                <UserLine>{product.name}</UserLine>
              </strong>
              <Button variant="subtle" onClick={() => form.setFieldValue("product_id", null)}>
                {t("form.change_product")}
              </Button>
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
        <LawNotes text={form.getValues().headline} />
        <Textarea
          label={t("form.introduction")}
          description={t("form.introduction_help")}
          rows={4}
          dir="auto"
          maxLength={introductionMax}
          {...form.getInputProps("introduction")}
          error={errorNode(form.errors.introduction)}
        />
        <LawNotes text={form.getValues().introduction} />
        {hasFailed ? <ErrorLine id="landing-failed">{t("create_failed")}</ErrorLine> : null}
        <Button type="submit" color="clay" size="md" loading={form.isSending}>
          {t("create")}
        </Button>
      </form>
    </Modal>
  );
}
