import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { DateText, TimeText } from "#base/web/kit/text.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import type { CampaignDetails, CampaignRow } from "#modules/campaigns/contract/shapes.ts";
import { useStoreWatch } from "#modules/campaigns/web/campaigns.queries.ts";
import { RetryActs, RetryTime } from "#modules/campaigns/web/retry-parts.tsx";
import { type CampaignCommand, useCampaignAction } from "#modules/campaigns/web/use-campaign-action.ts";
import classes from "./campaign.module.css";
import { listIssues } from "./list-issues.ts";

type Props = {
  campaign: CampaignDetails;
  /** When the campaign was read, by this browser's clock in milliseconds. */
  readAt: number;
};

const mayManage = () => isAllowed("campaign", "manage");

/** A campaign's open issues, each with one next step for whoever may take it. */
export function CampaignIssues({ campaign, readAt }: Props) {
  const { t } = useTranslation(["campaign", "campaigns"]);
  const { retry } = campaign;
  const issues = listIssues(campaign);
  return (
    <>
      {issues.includes("connection") ? (
        <Banner
          tone="bad"
          title={t("campaign:connection_lost")}
          action={
            <LinkButton to="/link-ad-accounts/connect-platform" variant="default">
              {t("campaign:reconnect")}
            </LinkButton>
          }
        >
          {t("campaign:connection_lost_words")}
        </Banner>
      ) : null}
      {retry ? (
        <Banner
          tone="waiting"
          title={
            retry.reason ??
            t("campaigns:retry.title", { platform: t(`campaigns:platform_names.${campaign.platform}`) })
          }
          action={
            mayManage() ? (
              <Group gap="xs">
                <RetryActs campaign={campaign} retry={retry} />
              </Group>
            ) : null
          }
        >
          <RetryTime retry={retry} readAt={readAt} />
        </Banner>
      ) : null}
      {issues.includes("money") ? (
        <Banner
          tone="waiting"
          title={t("campaign:paused_for_money")}
          action={
            <LinkButton to="/financial-transaction/wallet" variant="default">
              {t("campaign:top_up")}
            </LinkButton>
          }
        >
          {t("campaign:paused_for_money_words")}
        </Banner>
      ) : null}
      {issues.includes("store") ? <PausedForStore campaign={campaign} /> : null}
      {issues.includes("licence") ? <PausedForLicence campaign={campaign} /> : null}
      {campaign.reverted ? <Reverted campaign={campaign} reverted={campaign.reverted} /> : null}
      {issues.includes("drift") ? <Drift campaign={campaign} /> : null}
      {issues.includes("refused") ? <SyncFailure campaign={campaign} /> : null}
    </>
  );
}

function Relaunch({ id }: { id: string }) {
  const { t } = useTranslation("campaigns");
  const action = useCampaignAction();
  return (
    <Button color="clay" loading={action.isPending} onClick={() => action.mutate({ id, act: "relaunch" })}>
      {t("actions.relaunch")}
    </Button>
  );
}

/** Its store was closed or not connected; once it is back, one tap sets the campaign running again. */
function PausedForStore({ campaign }: { campaign: CampaignRow }) {
  const { t } = useTranslation(["campaign", "campaigns"]);
  const stores = useStoreWatch().data;
  const isBack = stores?.some(
    ({ store_id, is_open }) => is_open && (campaign.store_id === null || store_id === campaign.store_id),
  );
  return (
    <Banner
      tone="waiting"
      title={t("campaign:paused_for_store")}
      action={
        isBack && mayManage() ? (
          <Relaunch id={campaign.id} />
        ) : (
          <LinkButton to="/account-settings/connect-store" variant="default">
            {t("campaign:see_store")}
          </LinkButton>
        )
      }
    >
      {t(isBack ? "campaign:store_is_back" : "campaign:paused_for_store_words")}
    </Banner>
  );
}

/** The licence that words of its ads need has ended; once it is renewed, one tap sets the campaign running again. */
function PausedForLicence({ campaign }: { campaign: CampaignRow }) {
  const { t } = useTranslation(["campaign", "campaigns"]);
  return (
    <Banner
      tone="waiting"
      title={t("campaign:paused_for_licence")}
      action={
        <Group gap="xs">
          <LinkButton to="/account-settings/settings" variant="default">
            {t("campaign:see_licences")}
          </LinkButton>
          {mayManage() ? <Relaunch id={campaign.id} /> : null}
        </Group>
      }
    >
      {t("campaign:paused_for_licence_words")}
    </Banner>
  );
}

/** A budget set on the platform that the wallet could not cover. */
function Reverted({
  campaign,
  reverted,
}: {
  campaign: CampaignRow;
  reverted: NonNullable<CampaignRow["reverted"]>;
}) {
  const { t } = useTranslation(["campaign", "campaigns"]);
  return (
    <Banner
      tone="waiting"
      title={t("campaign:put_back_title")}
      action={
        <LinkButton to="/financial-transaction/wallet" variant="default">
          {t("campaign:top_up")}
        </LinkButton>
      }
    >
      {t("campaign:put_back_words", { platform: t(`campaigns:platform_names.${campaign.platform}`) })}{" "}
      <Money halalas={reverted.daily_budget_halalas} /> · <DateText at={reverted.at} /> ·{" "}
      <TimeText at={reverted.at} />
    </Banner>
  );
}

/** A change made on the platform itself: revert it, or adopt it. */
function Drift({ campaign }: { campaign: CampaignRow }) {
  const { t } = useTranslation(["campaign", "campaigns"]);
  const action = useCampaignAction();
  const press = (act: CampaignCommand) => action.mutate({ id: campaign.id, act });
  const { drift_status: status, drift_daily_budget_halalas: budget, drift_since: since } = campaign;
  return (
    <Banner
      tone="bad"
      title={t("campaign:changed_there", { platform: t(`campaigns:platform_names.${campaign.platform}`) })}
      action={
        mayManage() ? (
          <Group gap="xs">
            <Button variant="default" loading={action.isPending} onClick={() => press("retry")}>
              {t("campaign:put_back")}
            </Button>
            <Button variant="default" disabled={action.isPending} onClick={() => press("accept")}>
              {t("campaign:accept_theirs")}
            </Button>
          </Group>
        ) : null
      }
    >
      <ul className={classes.drift}>
        {status ? (
          <li>
            {t("campaign:drift_status", {
              ours: t(`campaigns:statuses.${campaign.status}`),
              theirs: t(`campaign:there.${status}`),
            })}
          </li>
        ) : null}
        {budget === null ? null : (
          <li>
            {t("campaign:drift_budget_ours")} <Money halalas={campaign.daily_budget_halalas} />
            {" · "}
            {t("campaign:drift_budget_theirs")} <Money halalas={budget} />
          </li>
        )}
      </ul>
      {since ? (
        <p className={classes.soft}>
          {t("campaign:drift_since")} <DateText at={since} /> · <TimeText at={since} />
        </p>
      ) : null}
      {budget !== null && budget > campaign.daily_budget_halalas ? (
        <p className={classes.soft}>{t("campaign:drift_covered")}</p>
      ) : null}
    </Banner>
  );
}

/** What the platform refused can be sent again; so can changes made on the platform below campaign level. */
function SyncFailure({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation("campaign");
  const action = useCampaignAction();
  const press = (act: CampaignCommand) => action.mutate({ id: campaign.id, act });
  const hasChildDrift = campaign.ad_groups.some(
    (group) => group.drift_since !== null || group.ads.some((ad) => ad.drift_since !== null),
  );
  return (
    <Banner
      tone="bad"
      title={t("refused_there")}
      action={
        mayManage() ? (
          <Group gap="xs">
            <Button variant="default" loading={action.isPending} onClick={() => press("retry")}>
              {t(hasChildDrift ? "put_back" : "retry")}
            </Button>
            {hasChildDrift ? (
              <Button variant="default" disabled={action.isPending} onClick={() => press("accept")}>
                {t("accept_theirs")}
              </Button>
            ) : null}
          </Group>
        ) : null
      }
    >
      {campaign.fault ?? t("refused_below")}
      {campaign.fault_text ? (
        <p className={classes.soft}>
          {t("platform_said")} <bdi dir="auto">{campaign.fault_text}</bdi>
        </p>
      ) : null}
    </Banner>
  );
}
