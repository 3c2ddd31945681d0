import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/page.tsx";
import { notify } from "#base/web/snackbar-state.ts";
import { capabilitiesOf } from "#modules/ad-accounts/contract/capabilities.ts";
import { checkAdGroup } from "../contract/checks.ts";
import type { AdGroupFields, CampaignRow } from "../contract/shapes.ts";
import classes from "./campaigns.module.css";
import { AudienceFields } from "./form/audience-fields.tsx";
import { useErrors } from "./form/problems.ts";
import { useSaveAdGroup } from "./use-save.ts";

type Props = { campaign: CampaignRow; adGroupId: string | null; start: AdGroupFields };

/** An ad group's fields, for a new one and for one that stands. */
export function AdGroupForm({ campaign, adGroupId, start }: Props) {
  const { t } = useTranslation("campaigns");
  const navigate = useNavigate();
  const save = useSaveAdGroup(campaign.id, adGroupId);
  const [value, setValue] = useState(start);
  const limits = capabilitiesOf(campaign.platform);
  const errors = useErrors(limits ? checkAdGroup(value, limits) : [], [
    { field: "name", isMissing: value.name.trim() === "" },
    { field: "age_ranges", isMissing: value.age_ranges.length === 0 },
  ]);
  const back = () => void navigate({ to: "/campaigns/$id", params: { id: campaign.id } });
  const submit = () => {
    if (errors.hasErrors) return errors.showAll();
    save.mutate(value, {
      onSuccess: ({ id }) => {
        notify(t("done.saved"), "success");
        if (adGroupId) return back();
        void navigate({ to: "/ads/$adGroupId/add", params: { adGroupId: id } });
      },
      onError: errors.take,
    });
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <PageHeader title={t(adGroupId ? "edit_ad_group" : "new_ad_group")} lead={campaign.name} />
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
      <div className={classes.buttons}>
        <Button type="submit" loading={save.isPending}>
          {t(adGroupId ? "actions.save" : "save_and_add_ad")}
        </Button>
        <Button variant="default" onClick={back}>
          {t("form.back")}
        </Button>
      </div>
    </form>
  );
}
