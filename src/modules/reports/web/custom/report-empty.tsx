import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import type { CustomFiguresPage } from "./custom.queries.ts";

/** Why a report has no rows, and what to do about it. */
export function ReportEmpty({ emptiness }: { emptiness: NonNullable<CustomFiguresPage["emptiness"]> }) {
  const { t } = useTranslation(["reports_custom", "base"]);
  const action =
    emptiness === "not_connected" ? (
      <LinkButton to="/link-ad-accounts/add-store">{t("reports_custom:connect_store")}</LinkButton>
    ) : emptiness === "no_campaigns" ? (
      <LinkButton to="/campaigns/add">{t("reports_custom:new_campaign")}</LinkButton>
    ) : undefined;
  return (
    <EmptyState title={t(`${emptiness}_title`)} action={action}>
      {t(emptiness)}
    </EmptyState>
  );
}
