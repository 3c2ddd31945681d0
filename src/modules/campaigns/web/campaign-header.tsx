import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { SyncBadge } from "#base/web/badge.tsx";
import { Banner } from "#base/web/banner.tsx";
import { Money } from "#base/web/money.tsx";
import { PageHeader } from "#base/web/page.tsx";
import { DateText, TimeText } from "#base/web/text.tsx";
import type { CampaignRow } from "../contract/shapes.ts";
import { ActMenu } from "./act-menu.tsx";
import classes from "./campaigns.module.css";
import { LinkButton } from "./link-button.tsx";
import { CampaignStatus } from "./status-badge.tsx";
import { useCampaignAction } from "./use-campaign-action.ts";

/** A campaign's name, what was asked of it, what the platform confirmed, what it can cost, and what may be done. */
export function CampaignHeader({ campaign }: { campaign: CampaignRow }) {
  const { t } = useTranslation("campaigns");
  const act = useCampaignAction();
  const { id, status, sync, fault } = campaign;
  const isClosed = status === "archived" || status === "deleted";
  return (
    <header className={classes.head}>
      <PageHeader
        title={campaign.name}
        actions={
          <>
            {isClosed ? null : (
              <LinkButton
                to="/campaigns/edit/$id"
                params={{ id }}
                variant="default"
                leftSection={<IconPencil size={18} aria-hidden />}
              >
                {t("actions.edit")}
              </LinkButton>
            )}
            <ActMenu
              name={campaign.name}
              kind="campaign"
              status={status}
              busy={act.isPending}
              onAct={(one) => act.mutate({ id, act: one })}
            />
          </>
        }
      />
      <div className={classes.badges}>
        <CampaignStatus status={status} />
        <SyncBadge sync={sync} reason={fault} />
      </div>
      <Facts campaign={campaign} />
      <Notices campaign={campaign} busy={act.isPending} onAct={(one) => act.mutate({ id, act: one })} />
    </header>
  );
}

function Facts({ campaign }: { campaign: CampaignRow }) {
  const { t } = useTranslation("campaigns");
  const { confirmed_daily_budget_halalas: confirmed, daily_budget_halalas: wanted } = campaign;
  return (
    <div className={classes.facts}>
      <span>
        {t("form.daily_budget")}{" "}
        <strong>
          <Money halalas={wanted} />
        </strong>
        {confirmed !== null && confirmed !== wanted ? (
          <>
            {" "}
            · {t("still_on_platform")} <Money halalas={confirmed} />
          </>
        ) : null}
      </span>
      <span>
        {t("form.most_today")}{" "}
        <strong>
          <Money halalas={campaign.most_today_halalas} />
        </strong>
      </span>
      <span>
        {t("form.reserve")}{" "}
        <strong>
          <Money halalas={campaign.reserve_halalas} />
        </strong>
      </span>
      <span>
        {t("form.starts_at")}{" "}
        <strong>
          {campaign.starts_at_once ? (
            t("at_start")
          ) : (
            <>
              <DateText at={campaign.starts_at} style="short" /> <TimeText at={campaign.starts_at} />
            </>
          )}
        </strong>
      </span>
      <span>
        {t("form.ends_at")}{" "}
        <strong>
          {campaign.ends_at ? (
            <>
              <DateText at={campaign.ends_at} style="short" /> <TimeText at={campaign.ends_at} />
            </>
          ) : (
            t("no_end")
          )}
        </strong>
      </span>
    </div>
  );
}

type NoticesProps = { campaign: CampaignRow; busy: boolean; onAct: (act: "retry" | "accept") => void };

/** What stands in a campaign's way, and the one way on. */
function Notices({ campaign, busy, onAct }: NoticesProps) {
  const { t } = useTranslation("campaigns");
  if (campaign.connection_lost)
    return (
      <Banner
        tone="bad"
        title={t("notices.connection_lost")}
        action={
          <LinkButton to="/link-ad-accounts/connect-platform" variant="default">
            {t("form.link_account")}
          </LinkButton>
        }
      >
        {t("fault_reconnect")}
      </Banner>
    );
  if (campaign.status_why === "money" && campaign.status === "paused")
    return (
      <Banner
        tone="waiting"
        title={t("notices.money")}
        action={
          <LinkButton to="/financial-transaction/wallet" variant="default">
            {t("notices.top_up")}
          </LinkButton>
        }
      >
        {t("notices.money_words")}
      </Banner>
    );
  if (campaign.sync !== "failed") return null;
  return (
    <Banner
      tone="bad"
      title={t("notices.failed")}
      action={
        <div className={classes.buttons}>
          {campaign.drift_status ? (
            <Button variant="default" disabled={busy} onClick={() => onAct("accept")}>
              {t("actions.accept")}
            </Button>
          ) : null}
          <Button disabled={busy} onClick={() => onAct("retry")}>
            {t("actions.retry")}
          </Button>
        </div>
      }
    >
      {campaign.fault ?? t("notices.failed_below")}
      {campaign.fault_said ? (
        <bdi dir="auto" className={classes.said}>
          {" "}
          {campaign.fault_said}
        </bdi>
      ) : null}
    </Banner>
  );
}
