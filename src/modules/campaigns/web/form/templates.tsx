import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { Figure, UserText } from "#base/web/kit/text.tsx";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import type { Template } from "../../contract/plans.calls.ts";
import { draftFromPlan } from "../../domain/draft-from-plan.ts";
import { planQuery, templatesQuery } from "../campaigns.queries.ts";
import classes from "./form.module.css";
import { isBlank } from "./stored-draft.ts";
import type { CampaignFormState } from "./use-campaign-form.ts";

/** The merchant's own best plans to start from, while nothing is written yet. */
export function Templates({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation("campaigns_form");
  const language = useLanguage();
  const client = useQueryClient();
  const [opening, setOpening] = useState<string | null>(null);
  const templates = useQuery({ ...templatesQuery, enabled: isBlank(form.draft) }).data?.items ?? [];
  if (templates.length === 0 || !isBlank(form.draft)) return null;
  const use = async (planId: string) => {
    setOpening(planId);
    try {
      const plan = await client.fetchQuery(planQuery(planId, language));
      form.update((draft) => (isBlank(draft) ? draftFromPlan(plan) : draft));
    } catch (error) {
      if (!isApiError(error)) throw error;
      notify(error.message, "error");
    } finally {
      setOpening(null);
    }
  };
  return (
    <Card title={t("templates")}>
      <p className={classes.soft}>{t("template_words")}</p>
      <ul className={classes.drafts}>
        {templates.map((template) => (
          <li key={template.plan_id}>
            <TemplateWords template={template} />
            <Button
              size="compact-md"
              variant="light"
              loading={opening === template.plan_id}
              onClick={() => void use(template.plan_id)}
            >
              {t("use_template")}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function TemplateWords({ template }: { template: Template }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const { name, platforms, spend_halalas, orders_delivered, sales_delivered_halalas } = template;
  return (
    <span className={classes.draftWords}>
      <UserText>{name}</UserText>
      <span className={classes.soft}>
        {platforms.map((platform) => (
          <PlatformIcon
            key={platform}
            platform={platform}
            size={16}
            label={t(`campaigns:platform_names.${platform}`)}
          />
        ))}{" "}
        <Figure value={sales_delivered_halalas / spend_halalas} decimals={2} after="×" /> ·{" "}
        {t("template_orders", { count: orders_delivered })} · <Money halalas={spend_halalas} />
      </span>
    </span>
  );
}
