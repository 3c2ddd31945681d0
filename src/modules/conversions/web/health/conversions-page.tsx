import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { healthQuery } from "../conversions.queries.ts";
import { BuyersCard } from "./buyers-card.tsx";
import classes from "./conversions.module.css";
import { DaysCard } from "./days-card.tsx";
import { EraseCard } from "./erase-card.tsx";
import { EventIdCard } from "./event-id-card.tsx";
import { PlatformsCard } from "./platforms-card.tsx";
import { ReasonsCard } from "./reasons-card.tsx";
import { SettingsCards } from "./settings-cards.tsx";

/** `/link-ad-accounts/conversions` */
export function ConversionsPage() {
  const { t } = useTranslation("conversions_health");
  const query = useQuery(healthQuery);
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      <QueryBoundary query={query} fallback={<SkeletonRows count={6} />}>
        {(health) => (
          <div className={classes.stack}>
            <PlatformsCard health={health} />
            <SettingsCards settings={health.settings} />
            <BuyersCard health={health} />
            <DaysCard health={health} />
            <ReasonsCard reasons={health.reasons} />
            <EventIdCard destinations={health.destinations} />
            <EraseCard />
          </div>
        )}
      </QueryBoundary>
    </>
  );
}
