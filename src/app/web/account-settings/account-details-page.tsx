import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { useCurrentUser } from "#modules/merchants/web/merchants.queries.ts";
import { ProfileForm } from "#modules/merchants/web/profile-form.tsx";
import { EmailProofCard } from "#modules/messages/web/email-proof-card.tsx";
import classes from "./account-settings.module.css";

/** Name, e-mail and number of the signed-in user. */
export function AccountDetailsPage() {
  const { t } = useTranslation("merchants");
  const { data: user } = useCurrentUser();
  return (
    <>
      <PageHeader title={t("account.tab_details")} lead={t("account.details_lead")} />
      <div className={classes.stack}>
        <Card>{user ? <ProfileForm key={user.id} user={user} /> : null}</Card>
        <EmailProofCard />
      </div>
    </>
  );
}
