import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { Figure } from "#base/web/kit/text.tsx";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { setShare } from "../../domain/edit-draft.ts";
import { computeBudgets, toBudgetPart } from "../../domain/plan-body.ts";
import { getPart } from "../../domain/read-draft.ts";
import classes from "./form.module.css";
import type { CampaignFormState } from "./use-campaign-form.ts";

/** The daily budget's split over the platforms: moving one share lets the others share the rest. Nothing with one. */
export function BudgetSplit({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation("campaigns_form");
  const { chosen } = form;
  if (chosen.length < 2) return null;
  return (
    <Card title={t("split")}>
      <div className={classes.stack}>
        {chosen.map((platform) => (
          <Share key={platform} form={form} platform={platform} />
        ))}
      </div>
    </Card>
  );
}

function Share({ form, platform }: { form: CampaignFormState; platform: Platform }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const id = useId();
  const { draft, context } = form;
  const amount = computeBudgets(draft, context)[platform];
  const percent = Math.round(getPart(draft, platform).own.budget_share / 100);
  const { minimum } = toBudgetPart(draft, platform, context);
  return (
    <div className={classes.share}>
      <PlatformIcon platform={platform} />
      <label htmlFor={id}>{t(`campaigns:platform_names.${platform}`)}</label>
      <span className={classes.soft}>
        <Figure value={percent} after="%" />
      </span>
      <strong>{amount === undefined ? null : <Money halalas={amount} />}</strong>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        onChange={(event) => {
          const share = Number(event.currentTarget.value) * 100;
          form.update((before) => setShare(before, platform, share), ["daily_budget_halalas"]);
        }}
      />
      {amount === minimum ? <span className={classes.soft}>{t("at_minimum")}</span> : null}
    </div>
  );
}
