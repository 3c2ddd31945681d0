import { useParams, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { SkeletonPage } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { type Capabilities, getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { checkAd } from "../contract/check-ad.ts";
import { nameMax } from "../contract/enums.ts";
import type { CampaignRow, AdFields as Fields } from "../contract/shapes.ts";
import { emptyAd } from "../domain/empty-draft.ts";
import { fitAd } from "../domain/fit.ts";
import { nearestAd } from "../domain/nearest-passing.ts";
import { pickAdFields } from "../domain/pick-fields.ts";
import { toAdBody } from "../domain/plan-body.ts";
import classes from "./campaigns.module.css";
import { useAdGroup, useCampaign } from "./campaigns.queries.ts";
import { AdFields } from "./form/ad-fields.tsx";
import { AdPreview } from "./form/ad-preview.tsx";
import { Counted } from "./form/counted.tsx";
import formClasses from "./form/form.module.css";
import { MediaField } from "./form/media-field.tsx";
import { NearestFix } from "./form/nearest-fix.tsx";
import { useErrors } from "./form/problems.ts";
import { ProfileField } from "./form/profile-field.tsx";
import { FormPage, useAfterSaving } from "./form-page.tsx";
import { useAdAccount, useDestinations, useMedia } from "./use-choices.ts";
import { useKeptFields } from "./use-kept-fields.ts";
import { useSaveAd } from "./use-save.ts";

/** A new ad in an ad group, or the one named in the address (`?ad=`). */
export function AdAddPage() {
  const { adGroupId = "" } = useParams({ strict: false });
  const { ad: adId }: { ad?: unknown } = useSearch({ strict: false });
  const group = useAdGroup(adGroupId);
  const campaign = useCampaign(group.data?.campaign_id ?? "");
  if (group.isError) return <ErrorState error={group.error} onRetry={() => void group.refetch()} />;
  if (!group.data || !campaign.data) return <SkeletonPage kind="form" />;
  const ad = group.data.ads.find(({ id }) => id === adId);
  const limits = getCapabilities(campaign.data.platform, campaign.data.placements);
  if (!limits) return <ErrorState error={null} onRetry={() => void campaign.refetch()} />;
  const fresh = { ...fitAd(emptyAd(), limits).value, target_url: campaign.data.landing_url };
  return (
    <AdForm
      key={ad?.id ?? adGroupId}
      campaign={campaign.data}
      limits={limits}
      adGroupId={adGroupId}
      adId={ad?.id ?? null}
      start={ad ? pickAdFields(ad) : fresh}
    />
  );
}

type Props = {
  campaign: CampaignRow;
  limits: Capabilities;
  adGroupId: string;
  adId: string | null;
  start: Fields;
};

function AdForm({ campaign, limits, adGroupId, adId, start }: Props) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const { value, ...kept } = useKeptFields(`ad.${adId ?? `new.${adGroupId}`}`, start);
  const save = useSaveAd(adGroupId, adId, kept.forget);
  const leave = useAfterSaving(campaign);
  const { destinations } = useDestinations();
  const media = useMedia(value.media_id).data;
  const account = useAdAccount(campaign.ad_account_id);
  const body = toAdBody(value, campaign.landing_url);
  const errors = useErrors(
    // Here an address that was removed is missing: the field began with the campaign's.
    checkAd({ ...body, target_url: value.target_url }, limits, {
      places: destinations,
      ...(media ? { media } : {}),
      ...(account ? { profiles: account.profiles.map(({ id }) => id) } : {}),
    }),
  );
  const change = (patch: Partial<Fields>) => {
    errors.forget(Object.keys(patch));
    kept.change(patch);
  };
  const submit = () => {
    save.mutate(body, {
      onSuccess: () => leave(),
      onError: errors.applyServerError,
    });
  };
  return (
    <FormPage
      title={t(adId ? "campaigns:edit_ad" : "campaigns:new_ad")}
      campaign={campaign}
      isSaving={save.isPending}
      errors={errors}
      kept={kept}
      onSave={submit}
    >
      <div className={classes.two}>
        <Card>
          <div className={formClasses.stack}>
            <Counted
              label={t("ad_name")}
              max={nameMax}
              value={value.name}
              error={errors.errorFor("name")}
              onChange={(name) => change({ name })}
            />
            <AdFields
              limits={limits}
              media={
                <MediaField
                  places={[{ limits, placements: campaign.placements }]}
                  mediaIds={value.media_id === null ? [] : [value.media_id]}
                  error={errors.errorFor("media_id")}
                  onChoose={(media_id) => change({ media_id })}
                />
              }
              profile={
                <ProfileField
                  adAccountId={campaign.ad_account_id}
                  value={value.profile_id}
                  error={errors.errorFor("profile_id")}
                  onChange={(profile_id) => change({ profile_id })}
                />
              }
              value={value}
              errorFor={errors.errorFor}
              beside={(field) => (
                <NearestFix
                  fields={value}
                  nearest={nearestAd(value, limits)}
                  field={field}
                  error={errors.errorFor(field)}
                  onFix={change}
                />
              )}
              onChange={change}
            />
            {limits.platform === "meta" ? <p className={formClasses.hint}>{t("advice_meta")}</p> : null}
          </div>
        </Card>
        <Card title={t("preview")}>
          <AdPreview
            ad={value}
            limits={limits}
            placements={campaign.placements}
            adAccountId={campaign.ad_account_id}
          />
        </Card>
      </div>
    </FormPage>
  );
}
