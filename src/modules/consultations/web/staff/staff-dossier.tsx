import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { DossierFigures } from "../dossier-figures.tsx";
import classes from "./staff-consultations.module.css";
import { dossierQuery } from "./staff-consultations.queries.ts";

/** The merchant's last 30 days, frozen when they consented. */
export function StaffDossier({ id }: { id: string }) {
  const { t } = useTranslation("consultations_staff");
  return (
    <QueryBoundary query={useQuery(dossierQuery(id))} fallback={<SkeletonLine />}>
      {({ dossier }) =>
        dossier ? (
          <DossierFigures dossier={dossier} />
        ) : (
          <p className={classes.quiet}>{t("orders.no_dossier")}</p>
        )
      }
    </QueryBoundary>
  );
}
