import { IconPencil, IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import type { AdGroupRow, CampaignDetails } from "#modules/campaigns/contract/shapes.ts";
import { isClosed } from "#modules/campaigns/domain/status.ts";
import { AgeSpans } from "#modules/campaigns/web/age-spans.tsx";
import { AdGroupActions } from "#modules/campaigns/web/child-actions.tsx";
import { CampaignStatus } from "#modules/campaigns/web/status-badge.tsx";
import { SyncBadge } from "#modules/campaigns/web/sync-badge.tsx";
import { usePlacesText } from "#modules/campaigns/web/use-places-text.ts";
import { AdItem } from "./ad-item.tsx";
import type { AdFigures } from "./ad-sums.tsx";
import classes from "./campaign.module.css";
import { RenameGroup } from "./terms-in-place.tsx";

type FiguresByAd = Map<string, AdFigures>;

/**
 * The ad groups: each one's audience, its ads with what each brought, and the actions to change them or add to them.
 */
export function Groups({ campaign, figuresByAd }: { campaign: CampaignDetails; figuresByAd: FiguresByAd }) {
  const { t } = useTranslation("campaign");
  const isOpen = !isClosed(campaign.status);
  const groups = campaign.ad_groups;
  const add = isOpen ? (
    <LinkButton
      to="/ad-groups/$campaignId/add"
      params={{ campaignId: campaign.id }}
      variant="default"
      leftSection={<IconPlus size={18} aria-hidden />}
    >
      {t("add_group")}
    </LinkButton>
  ) : null;
  if (groups.length === 0)
    return (
      <EmptyState title={t("no_groups")} action={add}>
        {t("no_groups_words")}
      </EmptyState>
    );
  return (
    <>
      <div className={classes.bar}>
        <h2>{t("groups_and_ads")}</h2>
        {add}
      </div>
      {groups.map((group) => (
        <GroupCard
          key={group.id}
          group={group}
          figuresByAd={figuresByAd}
          canChange={isOpen && !isClosed(group.status)}
        />
      ))}
    </>
  );
}

type GroupProps = { group: AdGroupRow; figuresByAd: FiguresByAd; canChange: boolean };

function GroupCard({ group, figuresByAd, canChange }: GroupProps) {
  const { t } = useTranslation("campaign");
  const { ads } = group;
  return (
    <Card
      title={<UserText>{group.name}</UserText>}
      aside={
        <span className={classes.inPlace}>
          {canChange ? <RenameGroup group={group} /> : null}
          <AdGroupActions group={group} />
        </span>
      }
    >
      <div className={classes.badges}>
        <CampaignStatus status={group.status} />
        <SyncBadge sync={group.sync} reason={group.fault} />
      </div>
      {group.fault_text ? (
        <p className={classes.soft}>
          {t("platform_said")} <bdi dir="auto">{group.fault_text}</bdi>
        </p>
      ) : null}
      <Audience group={group} />
      {ads.length === 0 ? <p className={classes.soft}>{t("no_ads")}</p> : null}
      <ul className={classes.ads}>
        {ads.map((ad) => (
          <AdItem key={ad.id} ad={ad} figures={figuresByAd.get(ad.id)} canChange={canChange} />
        ))}
      </ul>
      {canChange ? <GroupLinks group={group} /> : null}
    </Card>
  );
}

function GroupLinks({ group }: { group: AdGroupRow }) {
  const { t } = useTranslation("campaign");
  return (
    <div className={classes.badges}>
      <LinkButton
        to="/ads/$adGroupId/add"
        params={{ adGroupId: group.id }}
        variant="subtle"
        leftSection={<IconPlus size={18} aria-hidden />}
      >
        {t("add_ad")}
      </LinkButton>
      <LinkButton
        to="/ad-groups/$campaignId/edit"
        params={{ campaignId: group.campaign_id }}
        search={{ group: group.id }}
        variant="subtle"
        leftSection={<IconPencil size={18} aria-hidden />}
      >
        {t("edit_group")}
      </LinkButton>
    </div>
  );
}

/** "25-44 · women · Riyadh, Jeddah": the audience in one line. */
function Audience({ group }: { group: AdGroupRow }) {
  const { t } = useTranslation(["campaign", "campaigns"]);
  const formatPlaces = usePlacesText();
  return (
    <p className={classes.soft}>
      <AgeSpans ranges={group.age_ranges} excluded={group.excluded_age_ranges} />
      {" · "}
      {t(`campaigns:genders.${group.gender}`)} · <UserText>{formatPlaces(group.locations)}</UserText>
      {group.keywords.length > 0 ? (
        <>
          {" · "}
          <UserText>{group.keywords.join(t("campaigns:list_comma"))}</UserText>
        </>
      ) : null}
    </p>
  );
}
