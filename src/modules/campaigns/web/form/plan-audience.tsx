import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import type { DroppedField } from "../../contract/enums.ts";
import type { AdGroupFields } from "../../contract/shapes.ts";
import { combineLimits } from "../../domain/combine-limits.ts";
import { setAdGroup } from "../../domain/edit-draft.ts";
import { listDropped } from "../../domain/fit.ts";
import { getLimits } from "../../domain/plan-body.ts";
import { isFoundByKeywords } from "../../domain/propose-keywords.ts";
import { toPlatformDraft } from "../../domain/read-draft.ts";
import { AudienceFields } from "./audience-fields.tsx";
import { Fixes } from "./fixes.tsx";
import { errorsWithin } from "./problems.ts";
import type { CampaignFormState } from "./use-campaign-form.ts";

/** The shown ad group's audience, in the opened part. */
export function PlanAudience({ form }: { form: CampaignFormState }) {
  const { draft, scope, selected, problems } = form;
  const { ad_groups: groups, platforms } = draft;
  const prefix = `ad_groups.${selected.group}.`;
  const errorFor = errorsWithin(prefix, form.errors.errorFor);
  const errors = audienceFields.map(errorFor).join("\n");
  // The map and its list stand below the budget: they are not drawn again at each of its digits.
  // biome-ignore lint/correctness/useExhaustiveDependencies: all that the fields show is named
  return useMemo(() => {
    const group = (scope === null ? draft : toPlatformDraft(draft, scope)).ad_groups[selected.group];
    const limits = getScopeLimits(form);
    if (!group || !limits) return null;
    const { ads, key, ...fields } = group;
    return (
      <AudienceFields
        limits={limits}
        value={fields}
        hasName={false}
        product={
          isSearchAlone(form) ? ads.find(({ product_id }) => product_id !== null)?.headline : undefined
        }
        errorFor={errorFor}
        beside={(field) => <Fixes form={form} field={prefix + field} />}
        onChange={(patch: Partial<AdGroupFields>) =>
          form.update(
            (before) => setAdGroup(before, scope, key, patch),
            Object.keys(patch).map((field) => prefix + field),
          )
        }
      />
    );
  }, [groups, platforms, scope, selected.group, errors, problems]);
}

/** In the opened part, keywords are those of a search and narrow no other platform's audience. */
const isSearchAlone = ({ draft, scope, chosen }: Pick<CampaignFormState, "draft" | "scope" | "chosen">) =>
  (scope === null ? chosen : [scope])
    .map((platform) => getLimits(draft, platform))
    .every((limits) => !limits?.keywords || isFoundByKeywords(limits));

const audienceFields = [
  "age_ranges",
  "excluded_age_ranges",
  "locations",
  "devices",
  "optimized_targeting",
  "keywords",
] as const satisfies readonly (keyof AdGroupFields)[];

/** The limits that the opened part shows: one platform's, or what any of the chosen ones offers. */
export function getScopeLimits({
  draft,
  scope,
  chosen,
}: Pick<CampaignFormState, "draft" | "scope" | "chosen">) {
  if (scope !== null) return getLimits(draft, scope);
  return combineLimits(chosen.flatMap((platform) => getLimits(draft, platform) ?? []));
}

const droppedByStep: Partial<Record<CampaignFormState["step"], readonly DroppedField[]>> = {
  audience: ["devices", "keywords", "optimized"],
  ad: ["media", "headlines", "descriptions", "call_to_action"],
};

/** What some platforms leave out of the shared part, since they have no place for it. */
export function DroppedNotes({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const { draft, chosen, scope, step, selected } = form;
  if (chosen.length < 2) return null;
  const shownOn = scope === null ? chosen : [scope];
  const notes = shownOn.flatMap((platform) => {
    const limits = getLimits(draft, platform);
    const group = toPlatformDraft(draft, platform).ad_groups[selected.group];
    const all = limits && group ? listDropped(group, group.ads, limits) : [];
    const what = all.filter((one) => droppedByStep[step]?.includes(one) ?? step === "review");
    return what.length > 0 ? [{ platform, what }] : [];
  });
  if (notes.length === 0) return null;
  return (
    <Banner title={t("dropped_title")}>
      {notes.map(({ platform, what }) => (
        <p key={platform}>
          {t("dropped_on", {
            platform: t(`campaigns:platform_names.${platform}`),
            what: what.map((one) => t(`campaigns:dropped.${one}`)).join(t("campaigns:list_comma")),
          })}
        </p>
      ))}
    </Banner>
  );
}
