import { Link, useParams, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { SkeletonPage } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import type { AdGroupFields, AdGroupRow, CampaignDetails } from "../contract/shapes.ts";
import { AdGroupForm } from "./ad-group-form.tsx";
import classes from "./campaigns.module.css";
import { useCampaign } from "./campaigns.queries.ts";

/** The ad group named in the address (`?group=`); without one, a list of the campaign's ad groups. */
export function AdGroupEditPage() {
  const { campaignId = "" } = useParams({ strict: false });
  const { group }: { group?: unknown } = useSearch({ strict: false });
  const campaign = useCampaign(campaignId);
  if (campaign.isPending) return <SkeletonPage kind="form" />;
  if (!campaign.data) return <ErrorState error={campaign.error} onRetry={() => void campaign.refetch()} />;
  const groups = campaign.data.ad_groups;
  const chosen = groups.find(({ id }) => id === group) ?? (groups.length === 1 ? groups[0] : undefined);
  return chosen ? (
    <AdGroupForm
      key={chosen.id}
      campaign={campaign.data}
      adGroupId={chosen.id}
      start={fieldsByStep(chosen)}
    />
  ) : (
    <ChooseGroup campaign={campaign.data} />
  );
}

function ChooseGroup({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation("campaigns");
  return (
    <>
      <PageHeader title={t("edit_ad_group")} lead={campaign.name} />
      <Card title={t("which_ad_group")}>
        <ul className={classes.ads}>
          {campaign.ad_groups.map((one) => (
            <li key={one.id}>
              <Link
                to="/ad-groups/$campaignId/edit"
                params={{ campaignId: campaign.id }}
                search={{ group: one.id }}
                className={classes.name}
              >
                <UserText>{one.name}</UserText>
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

function fieldsByStep(group: AdGroupRow): AdGroupFields {
  const { name, age_ranges, excluded_age_ranges, gender, locations, devices, optimized_targeting, keywords } =
    group;
  return { name, age_ranges, excluded_age_ranges, gender, locations, devices, optimized_targeting, keywords };
}
