import { useTranslation } from "react-i18next";
import { PageHeader } from "#base/web/kit/page.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import { LicencesCard } from "#modules/campaigns/web/law/licences-card.tsx";
import { SeasonDraftsSetting } from "#modules/campaigns/web/season-drafts-setting.tsx";
import { StaffActsCard } from "#modules/finance/web/acts/staff-acts-card.tsx";
import { BusinessCard } from "#modules/merchants/web/business-card.tsx";
import { useCurrentUser } from "#modules/merchants/web/merchants.queries.ts";
import { PasswordCard } from "#modules/merchants/web/password-card.tsx";
import { PreferencesCard } from "#modules/merchants/web/preferences-card.tsx";
import { SessionsCard } from "#modules/merchants/web/sessions-card.tsx";
import { QuietHoursCard } from "#modules/notifications/web/quiet-hours-card.tsx";
import classes from "./account-settings.module.css";

/** How the product looks to this merchant, what it prepares, the password, who is signed in, and what our staff did. */
export function SettingsPage() {
  const { t } = useTranslation("merchants");
  const { data: user } = useCurrentUser();
  return (
    <>
      <PageHeader title={t("account.tab_settings")} lead={t("account.settings_lead")} />
      <div className={classes.stack}>
        <PreferencesCard />
        {user ? <BusinessCard user={user} /> : null}
        {isAllowed("notification", "manage") ? <QuietHoursCard /> : null}
        {isAllowed("campaign", "manage") ? <SeasonDraftsSetting /> : null}
        {isAllowed("campaign", "manage") ? <LicencesCard /> : null}
        {user ? <PasswordCard user={user} /> : null}
        <SessionsCard />
        {isAllowed("staff_act", "read") ? <StaffActsCard /> : null}
      </div>
    </>
  );
}
