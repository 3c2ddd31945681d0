import { IconPencil, IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { SyncBadge } from "#base/web/badge.tsx";
import { Card } from "#base/web/page.tsx";
import { useLanguage } from "#base/web/preferences.ts";
import { EmptyState } from "#base/web/states.tsx";
import { Ltr, Written } from "#base/web/text.tsx";
import { cityOf } from "../contract/cities.ts";
import type { AdGroupRow, CampaignWhole } from "../contract/shapes.ts";
import { ActMenu } from "./act-menu.tsx";
import { AdRowItem } from "./ad-row.tsx";
import classes from "./campaigns.module.css";
import { LinkButton } from "./link-button.tsx";
import { CampaignStatus } from "./status-badge.tsx";
import { useChildAction } from "./use-campaign-action.ts";

/** A campaign's ad groups, each with its ads. */
export function AdGroupList({ campaign }: { campaign: CampaignWhole }) {
  const { t } = useTranslation("campaigns");
  const isClosed = campaign.status === "archived" || campaign.status === "deleted";
  const add = isClosed ? null : (
    <LinkButton
      to="/ad-groups/$campaignId/add"
      params={{ campaignId: campaign.id }}
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {t("add_ad_group")}
    </LinkButton>
  );
  if (campaign.ad_groups.length === 0)
    return (
      <Card>
        <EmptyState title={t("empty.no_groups")} action={add}>
          {t("empty.no_groups_words")}
        </EmptyState>
      </Card>
    );
  return (
    <div className={classes.groups}>
      {campaign.ad_groups.map((group) => (
        <AdGroupCard key={group.id} group={group} isOpen={!isClosed} />
      ))}
      <div className={classes.buttons}>{add}</div>
    </div>
  );
}

function AdGroupCard({ group, isOpen }: { group: AdGroupRow; isOpen: boolean }) {
  const { t } = useTranslation("campaigns");
  const act = useChildAction();
  const canChange = isOpen && group.status !== "archived";
  return (
    <Card>
      <div className={classes.groupHead}>
        <h2>
          <Written>{group.name}</Written>
        </h2>
        <div className={classes.buttons}>
          {canChange ? (
            <LinkButton
              to="/ad-groups/$campaignId/edit"
              params={{ campaignId: group.campaign_id }}
              search={{ group: group.id }}
              variant="default"
              aria-label={t("edit_of", { name: group.name })}
            >
              <IconPencil size={18} aria-hidden />
            </LinkButton>
          ) : null}
          <ActMenu
            name={group.name}
            kind="ad_group"
            status={group.status}
            busy={act.isPending}
            onAct={(one) => act.mutate({ child: "ad_group", id: group.id, act: one })}
          />
        </div>
      </div>
      <Audience group={group} />
      <div className={classes.badges}>
        <CampaignStatus status={group.status} />
        <SyncBadge sync={group.sync} reason={group.fault} />
      </div>
      {group.fault_said ? (
        <p className={classes.soft}>
          <bdi dir="auto">{group.fault_said}</bdi>
        </p>
      ) : null}
      <ul className={classes.ads}>
        {group.ads.map((ad) => (
          <AdRowItem key={ad.id} ad={ad} isOpen={canChange} />
        ))}
      </ul>
      {canChange ? (
        <LinkButton
          mt="md"
          to="/ads/$adGroupId/add"
          params={{ adGroupId: group.id }}
          variant="subtle"
          leftSection={<IconPlus size={18} aria-hidden />}
        >
          {t("add_ad")}
        </LinkButton>
      ) : null}
    </Card>
  );
}

/** "25-34, 35-44 · women · Riyadh, Jeddah". */
function Audience({ group }: { group: AdGroupRow }) {
  const { t } = useTranslation("campaigns");
  const language = useLanguage();
  const places = group.locations.map((place) => cityOf(place.city)?.[language] ?? t("form.point"));
  return (
    <p className={classes.soft}>
      <Ltr>{group.age_ranges.join(", ")}</Ltr> · {t(`genders.${group.gender}`)} ·{" "}
      {places.length === 0 ? t("form.whole_kingdom") : places.join("، ")}
    </p>
  );
}
