import { Radio } from "@mantine/core";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { errorNode, LtrField, PhoneField } from "#base/web/forms/fields.tsx";
import type { ServerForm } from "#base/web/forms/form.ts";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { formatWhileTyping, parseSaudiMobile } from "#modules/merchants/contract/mobile-number.ts";
import classes from "./ai-campaign.module.css";
import type { Values } from "./description-values.ts";

type Destination = Pick<Values, "product_id" | "has_landing_page" | "page_url" | "phone">;

/** What is missing before it is sent: a page where no product is chosen, whether a page exists, and a whole number. */
export function checkDestination(
  { product_id, has_landing_page, page_url, phone }: Destination,
  t: TFunction<["assistants", "ad_accounts"]>,
) {
  const isPageMissing = page_url.trim() === "" && product_id === null;
  return {
    has_landing_page: has_landing_page === null ? t("landing_page_not_stated") : null,
    page_url: isPageMissing ? t("page_url_missing") : null,
    phone: phone.trim() !== "" && parseSaudiMobile(phone) === null ? t("phone_not_valid") : null,
  };
}

/** Where the ads lead, whether that page exists, and a number to order by. */
export function DestinationFields({ form }: { form: ServerForm<Values> }) {
  const { t } = useTranslation("assistants");
  const { has_landing_page, page_url, phone, product_id } = form.getValues();
  return (
    <>
      <Radio.Group
        label={t("planner.landing_page")}
        value={has_landing_page}
        error={errorNode(form.errors.has_landing_page)}
        onChange={(chosen) => form.setFieldValue("has_landing_page", chosen as "yes" | "no")}
      >
        <div className={classes.platforms}>
          <Radio value="yes" label={t("planner.landing_page_yes")} />
          <Radio value="no" label={t("planner.landing_page_no")} />
        </div>
      </Radio.Group>
      {has_landing_page === "no" ? (
        <div className={classes.hint}>
          <p className={classes.quiet}>{t("planner.landing_page_make")}</p>
          <LinkButton to="/landing-pages" variant="default" size="sm">
            {t("planner.landing_page_open")}
          </LinkButton>
        </div>
      ) : null}
      <LtrField
        label={t(product_id === null ? "planner.page_url" : "planner.page_url_optional")}
        description={t("planner.page_url_help")}
        placeholder="https://"
        inputMode="url"
        required={product_id === null}
        value={page_url}
        error={form.errors.page_url}
        onChange={(typed) => form.setFieldValue("page_url", typed)}
      />
      <PhoneField
        label={t("planner.phone")}
        description={t("planner.phone_help")}
        placeholder="05X XXX XXXX"
        value={phone}
        error={form.errors.phone}
        onChange={(typed) => form.setFieldValue("phone", formatWhileTyping(typed))}
      />
    </>
  );
}
