import { Button, Checkbox, Select, Textarea } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { errorNode, MoneyField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { useDictation } from "#modules/speech/web/dictation.parts.tsx";
import type { Plan } from "../contract/plan-shapes.ts";
import { promptMax, tongues } from "../contract/writer-enums.ts";
import classes from "./ai-campaign.module.css";
import type { Values } from "./description-values.ts";
import { checkDestination, DestinationFields } from "./destination-fields.tsx";
import { ProductChip } from "./product-chip.tsx";
import type { PlanBody } from "./use-planning.ts";

type Props = {
  /** Platforms with a linked ad account. */
  linked: readonly Platform[];
  /** A draft stands already: the next has other texts. */
  hasDraft: boolean;
  /** What was described before, where nothing came of it. */
  description: string;
  isMaking: boolean;
  onStart: (body: PlanBody) => Promise<Plan | null>;
};

/** What the merchant wants to sell, in their own words, and where. Each sending makes a draft of its own. */
export function DescriptionForm({ linked, hasDraft, description, isMaking, onStart }: Props) {
  const { t } = useTranslation(["assistants", "ad_accounts"]);
  const language = useLanguage();
  const key = useIdempotencyKey("planner.plan");
  const sendings = useRef(0);
  const form = useServerForm<Values>({
    initialValues: {
      description,
      product_id: null,
      has_landing_page: null,
      page_url: "",
      phone: "",
      platforms: [...linked],
      daily_budget_halalas: null,
      tongue: language === "ar" ? "saudi" : "english",
    },
    validate: (values) => ({
      description: values.description.trim() === "" ? t("planner.description_missing") : null,
      platforms: values.platforms.length === 0 ? t("planner.platforms_missing") : null,
      ...checkDestination(values, t),
    }),
    send: async (values) => {
      const body = { ...toBody(values), seed: sendings.current };
      const made = await onStart({ ...body, request_key: key.for(body) });
      key.done();
      if (!made) return;
      sendings.current += 1;
      notify(t("planner.sent"), "success");
    },
  });
  const { product_id, platforms, description: typed, tongue } = form.getValues();
  const dictation = useDictation({
    value: typed,
    max: promptMax,
    language: tongue === "english" ? "en" : "ar",
    onChange: (text) => form.setFieldValue("description", text),
  });
  if (linked.length === 0)
    return (
      <Card>
        <EmptyState
          title={t("planner.no_accounts")}
          action={
            <LinkButton to="/link-ad-accounts" color="clay">
              {t("planner.connect")}
            </LinkButton>
          }
        >
          {t("planner.no_accounts_words")}
        </EmptyState>
      </Card>
    );
  return (
    <Card>
      <form className={classes.form} onSubmit={form.submit} noValidate>
        <Textarea
          label={t("planner.description")}
          description={t("planner.description_help")}
          placeholder={t("planner.description_example")}
          required
          rows={5}
          dir="auto"
          maxLength={promptMax}
          {...form.getInputProps("description")}
          error={errorNode(form.errors.description)}
        />
        {dictation.button ? (
          <div className={classes.dictation}>
            {dictation.button}
            {dictation.panel}
          </div>
        ) : null}
        <div className={classes.labelled}>
          <span>{t("planner.product")}</span>
          <ProductChip
            product={product_id}
            error={form.errors.product_id}
            onChoose={(product) => form.setFieldValue("product_id", product)}
          />
        </div>
        <DestinationFields form={form} />
        <Checkbox.Group
          label={t("planner.platforms")}
          value={platforms}
          error={errorNode(form.errors.platforms)}
          onChange={(chosen) => form.setFieldValue("platforms", chosen as Platform[])}
        >
          <div className={classes.platforms}>
            {linked.map((platform) => (
              <Checkbox key={platform} value={platform} label={t(`ad_accounts:platforms.${platform}`)} />
            ))}
          </div>
        </Checkbox.Group>
        <MoneyField
          label={t("planner.daily_budget")}
          description={t("planner.daily_budget_help")}
          {...form.getInputProps("daily_budget_halalas")}
        />
        <Select
          label={t("tongue")}
          allowDeselect={false}
          data={tongues.map((value) => ({ value, label: t(`tongues.${value}`) }))}
          {...form.getInputProps("tongue")}
        />
        <Button
          type="submit"
          color="clay"
          variant={hasDraft ? "default" : "filled"}
          size="md"
          loading={form.isSending || isMaking}
          leftSection={<IconSparkles size={18} aria-hidden />}
        >
          {t(hasDraft ? "planner.again" : "planner.make")}
        </Button>
        <p className={classes.quiet}>{t("planner.nothing_starts")}</p>
      </form>
    </Card>
  );
}

const toBody = ({ product_id: product, has_landing_page, page_url, phone, ...values }: Values) => ({
  ...values,
  product_id: product?.id ?? null,
  has_landing_page: has_landing_page === "yes",
  page_url: page_url.trim() === "" ? null : page_url.trim(),
  phone: phone.trim() === "" ? null : phone.trim(),
});
