import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { CampaignForm } from "./form/campaign-form.tsx";

/** A new campaign, then its page: started, or saved with what it still needs. */
export function CampaignAddPage() {
  const { t } = useTranslation("campaigns");
  const navigate = useNavigate();
  return (
    <CampaignForm
      title={t("new_campaign")}
      onDone={(campaign, isStarted) => {
        if (!isStarted) notify(t("done.kept"), "info");
        void navigate({ to: "/campaigns/$id", params: { id: campaign.id } });
      }}
    />
  );
}
