import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/page.tsx";
import { capabilitiesOf } from "#modules/ad-accounts/contract/capabilities.ts";
import { checkAdGroup } from "../contract/check-ad-group.ts";
import type { AdGroupFields, CampaignRow } from "../contract/shapes.ts";
import { AudienceFields } from "./form/audience-fields.tsx";
import { useErrors } from "./form/problems.ts";
import { FormPage, useAfterSaving } from "./form-page.tsx";
import { useSaveAdGroup } from "./use-save.ts";

type Props = { campaign: CampaignRow; adGroupId: string | null; start: AdGroupFields };

/** An ad group's fields, for a new one and for one that stands. */
export function AdGroupForm({ campaign, adGroupId, start }: Props) {
  const { t } = useTranslation("campaigns");
  const navigate = useNavigate();
  const save = useSaveAdGroup(campaign.id, adGroupId);
  const leave = useAfterSaving(campaign);
  const [value, setValue] = useState(start);
  const limits = capabilitiesOf(campaign.platform);
  const errors = useErrors(limits ? checkAdGroup(value, limits) : [], [
    { field: "name", isMissing: value.name.trim() === "" },
    { field: "age_ranges", isMissing: value.age_ranges.length === 0 },
  ]);
  const toItsFirstAd = (id: string) =>
    void navigate({ to: "/ads/$adGroupId/add", params: { adGroupId: id } });
  const submit = () => {
    save.mutate(value, {
      onSuccess: ({ id }) => (adGroupId ? leave() : leave(() => toItsFirstAd(id))),
      onError: errors.take,
    });
  };
  return (
    <FormPage
      title={t(adGroupId ? "edit_ad_group" : "new_ad_group")}
      campaign={campaign}
      action={t(adGroupId ? "actions.save" : "save_and_add_ad")}
      isSaving={save.isPending}
      errors={errors}
      onSave={submit}
    >
      <Card>
        <AudienceFields
          platform={campaign.platform}
          value={value}
          errorOf={errors.errorOf}
          hasName
          onChange={(patch) => {
            errors.forget(Object.keys(patch));
            setValue((before) => ({ ...before, ...patch }));
          }}
        />
      </Card>
    </FormPage>
  );
}
