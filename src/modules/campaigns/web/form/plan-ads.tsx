import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { nameMax } from "../../contract/enums.ts";
import type { AdFields as Fields } from "../../contract/shapes.ts";
import { setAd, setAdGroup } from "../../domain/edit-draft.ts";
import type { DraftAd } from "../../domain/plan-draft.ts";
import { getPart, toPlatformDraft } from "../../domain/read-draft.ts";
import { AdFields } from "./ad-fields.tsx";
import { Counted } from "./counted.tsx";
import { Fixes } from "./fixes.tsx";
import classes from "./form.module.css";
import { AdBar, GroupBar } from "./group-bar.tsx";
import { DroppedNotes, getScopeLimits } from "./plan-audience.tsx";
import { PlanMedia, useWayToFile, type WayToFile } from "./plan-media.tsx";
import { errorsWithin } from "./problems.ts";
import { ProductPicker } from "./product-picker.tsx";
import { ProductState } from "./product-state.tsx";
import { ProfileField } from "./profile-field.tsx";
import { ScopeBar } from "./scope-bar.tsx";
import { StructureGuide } from "./structure-guide.tsx";
import type { CampaignFormState } from "./use-campaign-form.ts";

/** Third step: the ad groups and their ads, each with its name, and the shown ad's file and texts. */
export function PlanAds({ form }: { form: CampaignFormState }) {
  return (
    <Card>
      <div className={classes.stack}>
        <GroupBar form={form} />
        <Names form={form} />
        <AdBar form={form} />
        <ProductPicker form={form} />
        <ProductState form={form} />
        <ScopeBar form={form} />
        <DroppedNotes form={form} />
        <ShownAd form={form} />
        <Advice form={form} />
      </div>
    </Card>
  );
}

/** Names are asked for only where there are several to tell apart; otherwise they follow the campaign's. */
function Names({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation("campaigns_form");
  const { draft, selected } = form;
  const group = draft.ad_groups[selected.group];
  const ad = group?.ads[selected.ad];
  const groupField = `ad_groups.${selected.group}.name`;
  const adField = `ad_groups.${selected.group}.ads.${selected.ad}.name`;
  if (!group || !ad) return null;
  const asksGroup = draft.ad_groups.length > 1;
  const asksAd = group.ads.length > 1;
  if (!asksGroup && !asksAd) return null;
  return (
    <div className={classes.grid}>
      {asksGroup ? (
        <Counted
          label={t("ad_group_name")}
          isDeferred
          max={nameMax}
          value={group.name}
          error={form.errors.errorFor(groupField)}
          onChange={(name) =>
            form.update((before) => setAdGroup(before, null, group.key, { name }), [groupField])
          }
        />
      ) : null}
      {asksAd ? (
        <Counted
          label={t("ad_name")}
          isDeferred
          max={nameMax}
          value={ad.name}
          error={form.errors.errorFor(adField)}
          onChange={(name) => form.update((before) => setAd(before, null, ad.key, { name }), [adField])}
        />
      ) : null}
    </div>
  );
}

/** The platform's own advice for the text, where it is written. */
function Advice({ form: { chosen, scope } }: { form: CampaignFormState }) {
  const { t } = useTranslation("campaigns_form");
  const isOnMeta = scope === null ? chosen.includes("meta") : scope === "meta";
  return isOnMeta ? <p className={classes.hint}>{t("advice_meta")}</p> : null;
}

function ShownAd({ form }: { form: CampaignFormState }) {
  const { draft, scope } = form;
  // The same object while the platforms and their placements stay, so that a letter draws its own field alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: limits depend on the platforms' parts, not on the texts
  const limits = useMemo(() => getScopeLimits(form), [draft.platforms, scope]);
  const shown = getShownAd(form);
  const way = useWayToFile();
  if (!limits || !shown) return null;
  // A file that is being uploaded belongs to the ad it was chosen for.
  return <AdPart key={`${shown.key}.${scope}`} form={form} limits={limits} shown={shown} way={way} />;
}

type PartProps = { form: CampaignFormState; limits: Capabilities; shown: DraftAd; way: WayToFile };

function AdPart({ form: { draft, scope, selected, update, ...form }, limits, shown, way }: PartProps) {
  const prefix = `ad_groups.${selected.group}.ads.${selected.ad}.`;
  const { key, product_id: _product, structure, ...fields } = shown;
  const change = useCallback(
    (patch: Partial<Fields>) =>
      update(
        (before) => setAd(before, scope, key, patch),
        Object.keys(patch).map((field) => prefix + field),
      ),
    [update, scope, key, prefix],
  );
  return (
    <>
      {structure ? <StructureGuide structure={structure} call={fields.call_to_action} /> : null}
      <AdFields
        limits={limits}
        isDeferred
        media={
          <PlanMedia
            form={{ draft, scope, update, ...form }}
            adKey={key}
            field={`${prefix}media_id`}
            way={way}
          />
        }
        profile={
          <AdProfiles
            form={{ draft, scope, selected, update, ...form }}
            adKey={key}
            field={`${prefix}profile_id`}
          />
        }
        value={{ ...fields, target_url: fields.target_url || draft.campaign.landing_url }}
        errorFor={errorsWithin(prefix, form.errors.errorFor)}
        beside={(field) => <Fixes form={form} field={prefix + field} />}
        onChange={change}
      />
    </>
  );
}

type ProfileProps = { form: CampaignFormState; adKey: string; field: string };

/** Profiles are of one platform: the shared part has a choice for each. */
function AdProfiles({ form, adKey, field }: ProfileProps) {
  const { draft, scope, chosen } = form;
  const shown = scope === null ? chosen : [scope];
  return shown.map((platform) => {
    const { own, differs } = getPart(draft, platform);
    return (
      <ProfileField
        key={platform}
        adAccountId={own.ad_account_id}
        {...(shown.length > 1 ? { platform } : {})}
        value={differs.ads[adKey]?.profile_id ?? null}
        error={form.errors.errorFor(field)}
        onChange={(profile_id) =>
          form.update((before) => setAd(before, platform, adKey, { profile_id }), [field])
        }
      />
    );
  });
}

/** The shown ad as the opened part has it. */
function getShownAd({ draft, scope, selected }: Pick<CampaignFormState, "draft" | "scope" | "selected">) {
  const part = scope === null ? draft : toPlatformDraft(draft, scope);
  return part.ad_groups[selected.group]?.ads[selected.ad];
}
