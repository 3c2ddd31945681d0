import { useDebouncedCallback } from "@mantine/hooks";
import { IconChevronRight, IconSearch } from "@tabler/icons-react";
import { Link, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/forms/fields.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { Stepper } from "#base/web/kit/stepper.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { isClosed } from "#modules/campaigns/domain/status.ts";
import { useCampaign, useCampaigns } from "#modules/campaigns/web/campaigns.queries.ts";
import { CampaignStatus } from "#modules/campaigns/web/status-badge.tsx";
import classes from "./create-ad-flow.module.css";

const steps = ["campaign", "group", "ad"] as const;

/** The short way to an ad: its campaign, its ad group, then the ad's own form. The choice is part of the address. */
export function CreateAdFlowPage() {
  const { t } = useTranslation("create_ad_flow");
  const { campaign } = useSearch({ strict: false }) as { campaign?: unknown };
  const chosen = typeof campaign === "string" ? campaign : null;
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t(chosen ? "choose_group" : "choose_campaign")}
        actions={
          <Stepper
            steps={steps.map((key) => ({ key, title: t(`steps.${key}`) }))}
            current={chosen ? "group" : "campaign"}
          />
        }
      />
      {chosen ? <ChooseGroup campaignId={chosen} /> : <ChooseCampaign />}
    </>
  );
}

const shownAtMost = 20;

/** The open campaigns, newest first; the search finds the others. */
function ChooseCampaign() {
  const { t } = useTranslation("create_ad_flow");
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  const searchLater = useDebouncedCallback((text: string) => setSearch(text.trim()), 300);
  const campaigns = useCampaigns({
    page: 1,
    size: shownAtMost,
    search,
    view: "open",
    sort: "created",
    order: "desc",
  });
  if (campaigns.isPending) return <SkeletonRows count={3} />;
  if (!campaigns.data) return <ErrorState error={campaigns.error} onRetry={() => void campaigns.refetch()} />;
  const { items, total } = campaigns.data;
  if (total === 0 && search === "" && typed === "") return <NoCampaign />;
  return (
    <Card>
      <search>
        <TextField
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          leftSection={<IconSearch size={18} aria-hidden />}
          value={typed}
          maxLength={120}
          onChange={(text) => {
            setTyped(text);
            searchLater(text);
          }}
        />
      </search>
      <p role="status" className={classes.none}>
        {total === 0 ? t("none_found") : null}
        {total > items.length ? t("more", { shown: items.length, total }) : null}
      </p>
      <ul className={classes.choices}>
        {items.map((row) => (
          <li key={row.id}>
            <Link to="/create-ad-flow" search={{ campaign: row.id }}>
              <PlatformIcon platform={row.platform} />
              <span className={classes.words}>
                <UserText>{row.name}</UserText>
                <CampaignStatus status={row.status} />
              </span>
              <IconChevronRight size={20} aria-hidden className="turns" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function NoCampaign() {
  const { t } = useTranslation("create_ad_flow");
  return (
    <EmptyState
      title={t("no_campaign")}
      action={
        <LinkButton to="/campaigns/add" color="clay">
          {t("new_campaign")}
        </LinkButton>
      }
    >
      {t("no_campaign_words")}
    </EmptyState>
  );
}

function ChooseGroup({ campaignId }: { campaignId: string }) {
  const { t } = useTranslation("create_ad_flow");
  const campaign = useCampaign(campaignId);
  if (campaign.isPending) return <SkeletonRows count={2} />;
  if (!campaign.data) return <ErrorState error={campaign.error} onRetry={() => void campaign.refetch()} />;
  const open = campaign.data.ad_groups.filter((group) => !isClosed(group.status));
  return (
    <Card title={<UserText>{campaign.data.name}</UserText>}>
      {open.length === 0 ? <p className={classes.none}>{t("no_group")}</p> : null}
      <ul className={classes.choices}>
        {open.map((group) => (
          <li key={group.id}>
            <Link to="/ads/$adGroupId/add" params={{ adGroupId: group.id }}>
              <span className={classes.words}>
                <UserText>{group.name}</UserText>
                <small>{t("ads_in_it", { count: group.ads.length })}</small>
              </span>
              <IconChevronRight size={20} aria-hidden className="turns" />
            </Link>
          </li>
        ))}
      </ul>
      <div className={classes.actions}>
        <LinkButton to="/create-ad-flow" variant="subtle">
          {t("other_campaign")}
        </LinkButton>
        <LinkButton to="/ad-groups/$campaignId/add" params={{ campaignId }} variant="default">
          {t("new_group")}
        </LinkButton>
      </div>
    </Card>
  );
}
