import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { type Capabilities, getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { checkAdGroup } from "../contract/check-ad-group.ts";
import type { AdGroupFields, CampaignRow } from "../contract/shapes.ts";
import { fitAdGroup } from "../domain/fit.ts";
import { nearestAdGroup } from "../domain/nearest-passing.ts";
import { AudienceFields } from "./form/audience-fields.tsx";
import { NearestFix } from "./form/nearest-fix.tsx";
import { useErrors } from "./form/problems.ts";
import { FormPage, useAfterSaving } from "./form-page.tsx";
import { useKeptFields } from "./use-kept-fields.ts";
import { useSaveAdGroup } from "./use-save.ts";

type Props = { campaign: CampaignRow; adGroupId: string | null; start: AdGroupFields };

/** An ad group's fields, for a new one and for an existing one. */
export function AdGroupForm({ campaign, adGroupId, start }: Props) {
  const limits = getCapabilities(campaign.platform, campaign.placements);
  if (!limits) return <ErrorState error={null} />;
  const fitting = adGroupId ? start : fitAdGroup(start, limits).value;
  return <Fields campaign={campaign} limits={limits} adGroupId={adGroupId} start={fitting} />;
}

function Fields({ campaign, limits, adGroupId, start }: Props & { limits: Capabilities }) {
  const { t } = useTranslation("campaigns");
  const navigate = useNavigate();
  const key = `ad_group.${adGroupId ?? `new.${campaign.id}`}`;
  const { value, ...kept } = useKeptFields(key, start);
  const save = useSaveAdGroup(campaign.id, adGroupId, kept.forget);
  const leave = useAfterSaving(campaign);
  const errors = useErrors(checkAdGroup(value, limits));
  const change = (patch: Partial<AdGroupFields>) => {
    errors.forget(Object.keys(patch));
    kept.change(patch);
  };
  const toItsFirstAd = (id: string) =>
    void navigate({ to: "/ads/$adGroupId/add", params: { adGroupId: id } });
  const submit = () => {
    save.mutate(value, {
      onSuccess: ({ id }) => (adGroupId ? leave() : leave(() => toItsFirstAd(id))),
      onError: errors.applyServerError,
    });
  };
  return (
    <FormPage
      title={t(adGroupId ? "edit_ad_group" : "new_ad_group")}
      campaign={campaign}
      action={t(adGroupId ? "actions.save" : "save_and_add_ad")}
      isSaving={save.isPending}
      errors={errors}
      kept={kept}
      onSave={submit}
    >
      <Card>
        <AudienceFields
          limits={limits}
          value={value}
          errorFor={errors.errorFor}
          hasName
          beside={(field) => (
            <NearestFix
              fields={value}
              nearest={nearestAdGroup(value, limits)}
              field={field}
              error={errors.errorFor(field)}
              onFix={change}
            />
          )}
          onChange={change}
        />
      </Card>
    </FormPage>
  );
}
