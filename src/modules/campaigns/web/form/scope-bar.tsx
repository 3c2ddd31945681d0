import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { clearDifferences } from "../../domain/edit-draft.ts";
import type { PlanDraft } from "../../domain/plan-draft.ts";
import { getPart } from "../../domain/read-draft.ts";
import { OneOfField } from "./choices.tsx";
import { findStep } from "./fields-by-step.ts";
import classes from "./form.module.css";
import type { CampaignFormState } from "./use-campaign-form.ts";

const shared = "shared";

/**
 * Which part is open: what all platforms share, or one platform's own, where that has to differ. Each says whether
 * something is still wrong in it. Nothing with one platform.
 */
export function ScopeBar({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const { draft, chosen, scope } = form;
  if (chosen.length < 2) return null;
  return (
    <div className={classes.stack}>
      <OneOfField<Platform | typeof shared>
        legend={t("scope")}
        value={scope ?? shared}
        onChange={(picked) => form.openScope(platforms.find((one) => one === picked) ?? null)}
        options={[
          { value: shared, label: t("shared") },
          ...chosen.map((platform) => ({
            value: platform,
            label: (
              <>
                <PlatformIcon platform={platform} size={18} />
                {t(`campaigns:platform_names.${platform}`)}
                <ScopeState form={form} platform={platform} />
              </>
            ),
          })),
        ]}
      />
      {scope === null ? null : (
        <p className={classes.soft}>
          {t("scope_words", { platform: t(`campaigns:platform_names.${scope}`) })}{" "}
          {hasDifferences(draft, scope) ? (
            <Button
              size="compact-sm"
              variant="subtle"
              onClick={() => form.update((before) => clearDifferences(before, scope))}
            >
              {t("as_shared")}
            </Button>
          ) : null}
        </p>
      )}
    </div>
  );
}

/** How many problems a platform still has in this step, or that it differs. */
function ScopeState({ form, platform }: { form: CampaignFormState; platform: Platform }) {
  const { t } = useTranslation("campaigns_form");
  const wrong = form.problems.filter(
    (one) => one.platform === platform && !one.isMissing && findStep(one.field) === form.step,
  ).length;
  if (wrong > 0) return <span className={classes.wrong}>{t("problems", { count: wrong })}</span>;
  return hasDifferences(form.draft, platform) ? <span className={classes.soft}>{t("differs")}</span> : null;
}

/** Whether a platform has values of its own in its part. */
function hasDifferences(draft: PlanDraft, platform: Platform): boolean {
  const { campaign, ad_groups, ads } = getPart(draft, platform).differs;
  return [campaign, ad_groups, ads].some((part) => Object.keys(part).length > 0);
}
