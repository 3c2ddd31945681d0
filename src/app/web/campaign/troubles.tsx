import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/banner.tsx";
import type { CampaignRow } from "#modules/campaigns/contract/shapes.ts";
import { LinkButton } from "#modules/campaigns/web/link-button.tsx";
import { type CampaignAct, useCampaignAction } from "#modules/campaigns/web/use-campaign-action.ts";
import classes from "./campaign.module.css";

/** What stands in a campaign's way, each with its one next step. */
export function Troubles({ campaign }: { campaign: CampaignRow }) {
  const { t } = useTranslation("campaign");
  const isPausedForMoney = campaign.status === "paused" && campaign.status_why === "money";
  return (
    <>
      {campaign.connection_lost ? (
        <Banner
          tone="bad"
          title={t("connection_lost")}
          action={
            <LinkButton to="/link-ad-accounts/connect-platform" variant="default">
              {t("reconnect")}
            </LinkButton>
          }
        >
          {t("connection_lost_words")}
        </Banner>
      ) : null}
      {isPausedForMoney ? (
        <Banner
          tone="waiting"
          title={t("paused_for_money")}
          action={
            <LinkButton to="/financial-transaction/wallet" variant="default">
              {t("top_up")}
            </LinkButton>
          }
        >
          {t("paused_for_money_words")}
        </Banner>
      ) : null}
      {campaign.sync === "failed" && !campaign.connection_lost ? <SyncTrouble campaign={campaign} /> : null}
    </>
  );
}

/** A refusal can be sent again; what somebody changed on the platform itself can also be taken over. */
function SyncTrouble({ campaign }: { campaign: CampaignRow }) {
  const { t } = useTranslation("campaign");
  const action = useCampaignAction();
  const press = (act: CampaignAct) => action.mutate({ id: campaign.id, act });
  const isDrift = campaign.drift_status !== null;
  return (
    <Banner
      tone="bad"
      title={t(isDrift ? "changed_there" : "refused_there")}
      action={
        <Group gap="xs">
          <Button variant="default" loading={action.isPending} onClick={() => press("retry")}>
            {t(isDrift ? "want_mine" : "retry")}
          </Button>
          {isDrift ? (
            <Button variant="default" disabled={action.isPending} onClick={() => press("accept")}>
              {t("take_theirs")}
            </Button>
          ) : null}
        </Group>
      }
    >
      {campaign.fault ?? t("refused_below")}
      {campaign.fault_said ? (
        <p className={classes.soft}>
          {t("platform_said")} <bdi dir="auto">{campaign.fault_said}</bdi>
        </p>
      ) : null}
    </Banner>
  );
}
