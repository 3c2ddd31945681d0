import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import classes from "../privacy.module.css";
import { overviewQuery } from "../privacy.queries.ts";
import { ConsentsCard } from "./consents-card.tsx";
import { ErasureCard } from "./erasure-card.tsx";
import { ExportCard } from "./export-card.tsx";
import { LooksCard } from "./looks-card.tsx";

/** The merchant's own data: a copy of it, agreements, who looked, and the way out. */
export function PrivacyPage() {
  const { t } = useTranslation("privacy_page");
  const query = useQuery(overviewQuery);
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} />
      <QueryBoundary query={query} fallback={<SkeletonRows count={6} />}>
        {(overview) => (
          <div className={classes.stack}>
            <ExportCard overview={overview} />
            <ConsentsCard consents={overview.consents} />
            <LooksCard />
            <ErasureCard overview={overview} />
          </div>
        )}
      </QueryBoundary>
    </>
  );
}
