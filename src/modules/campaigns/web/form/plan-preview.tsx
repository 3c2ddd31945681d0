import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { fitAd } from "../../domain/fit.ts";
import { getLimits, toAdBody } from "../../domain/plan-body.ts";
import { getPart, toPlatformDraft } from "../../domain/read-draft.ts";
import { AdPreview } from "./ad-preview.tsx";
import classes from "./form.module.css";
import type { CampaignFormState } from "./use-campaign-form.ts";

type Props = { form: Pick<CampaignFormState, "draft" | "scope" | "chosen" | "selected"> };

/** The shown ad as each of the plan's platforms shows it: the opened part's platform, or one chosen here. */
export function PlanPreview({ form: { draft, scope, chosen, selected } }: Props) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const [looked, look] = useState<Platform | null>(null);
  const platform = scope ?? chosen.find((one) => one === looked) ?? chosen[0];
  const limits = platform && getLimits(draft, platform);
  if (!limits) return null;
  const { campaign, ad_groups: groups } = toPlatformDraft(draft, platform);
  const ad = groups[selected.group]?.ads[selected.ad];
  if (!ad) return null;
  return (
    <div className={classes.stack}>
      {scope === null && chosen.length > 1 ? (
        <Select
          label={t("preview_on")}
          allowDeselect={false}
          value={platform}
          data={chosen.map((one) => ({ value: one, label: t(`campaigns:platform_names.${one}`) }))}
          onChange={(value) => look(chosen.find((one) => one === value) ?? null)}
        />
      ) : null}
      <AdPreview
        key={platform}
        ad={toAdBody(fitAd(ad, limits).value, campaign.landing_url)}
        limits={limits}
        placements={getPart(draft, platform).own.placements}
        adAccountId={getPart(draft, platform).own.ad_account_id}
      />
    </div>
  );
}
