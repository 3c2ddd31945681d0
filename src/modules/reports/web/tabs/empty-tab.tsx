import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import type { TableEmptiness } from "../../contract/report-tabs.ts";

const steps = {
  not_connected: "/link-ad-accounts/add-store",
  no_campaigns: "/campaigns/add",
  not_read_yet: null,
  none: null,
} as const satisfies Record<TableEmptiness, string | null>;

/** Why there are no figures, and the step that changes it. */
export function EmptyTab({ why }: { why: TableEmptiness }) {
  const { t } = useTranslation("reports_tabs");
  const step = steps[why];
  return (
    <Card>
      <EmptyState
        title={t(`empty.${why}.title`)}
        action={step ? <LinkButton to={step}>{t(`empty.${why}.action`)}</LinkButton> : null}
      >
        {t(`empty.${why}.words`)}
      </EmptyState>
    </Card>
  );
}
