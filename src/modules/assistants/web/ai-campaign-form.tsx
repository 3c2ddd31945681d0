import { Button, Checkbox, Select, Textarea } from "@mantine/core";
import { IconSparkles } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
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
import { promptMax, type Tongue, tongues } from "../contract/writer-enums.ts";
import classes from "./ai-campaign.module.css";
import { call, type PlannedCampaign } from "./planner-calls.ts";
import { ProductChip } from "./product-chip.tsx";
import { writerKeys } from "./writer.queries.ts";
import type { Choices } from "./writer-choices-state.ts";

type Props = {
  /** Platforms with a linked ad account. */
  linked: readonly Platform[];
  /** A draft stands already: the next has other texts. */
  hasDraft: boolean;
  onPlanned: (planned: PlannedCampaign) => void;
};

type Values = {
  description: string;
  product_id: Choices["product"];
  platforms: Platform[];
  daily_budget_halalas: number | null;
  tongue: Tongue;
};

/** What the merchant wants to sell, in their own words, and where. Each sending makes a draft of its own. */
export function DescriptionForm({ linked, hasDraft, onPlanned }: Props) {
  const { t } = useTranslation(["assistants", "ad_accounts"]);
  const language = useLanguage();
  const client = useQueryClient();
  const key = useIdempotencyKey("planner.draft");
  const sendings = useRef(0);
  const form = useServerForm<Values>({
    initialValues: {
      description: "",
      product_id: null,
      platforms: [...linked],
      daily_budget_halalas: null,
      tongue: language === "ar" ? "saudi" : "english",
    },
    validate: {
      description: (text) => (text.trim() === "" ? t("planner.description_missing") : null),
      product_id: (product) => (product === null ? t("planner.product_missing") : null),
      platforms: (chosen) => (chosen.length === 0 ? t("planner.platforms_missing") : null),
    },
    send: async ({ product_id: product, ...values }) => {
      const body = { ...values, product_id: product?.id ?? "", seed: sendings.current };
      const planned = await call("POST Clients/CampaignPlanner/drafts", {
        body,
        idempotencyKey: key.for(body),
        quiet: true,
      });
      key.done();
      sendings.current += 1;
      notify(t("planner.sent"), "success");
      onPlanned(planned);
      void client.invalidateQueries({ queryKey: writerKeys.state });
    },
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
  const { product_id, platforms } = form.getValues();
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
        <div className={classes.labelled}>
          <span>{t("planner.product")}</span>
          <ProductChip
            product={product_id}
            error={form.errors.product_id}
            onChoose={(product) => form.setFieldValue("product_id", product)}
          />
        </div>
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
          loading={form.isSending}
          leftSection={<IconSparkles size={18} aria-hidden />}
        >
          {t(hasDraft ? "planner.again" : "planner.make")}
        </Button>
        <p className={classes.quiet}>{t("planner.nothing_starts")}</p>
      </form>
    </Card>
  );
}
