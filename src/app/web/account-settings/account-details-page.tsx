import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import { BuyerDetailsCard } from "#modules/billing/web/invoices/buyer-details-card.tsx";
import { useCurrentUser } from "#modules/merchants/web/merchants.queries.ts";
import { NumberCard } from "#modules/merchants/web/number-card.tsx";
import { PictureField } from "#modules/merchants/web/picture-field.tsx";
import { ProfileForm } from "#modules/merchants/web/profile-form.tsx";
import { EmailProofCard } from "#modules/messages/web/email-proof-card.tsx";
import classes from "./account-settings.module.css";

/** Picture, name, e-mail and number of the signed-in user. */
export function AccountDetailsPage() {
  const { t } = useTranslation("merchants");
  const { data: user } = useCurrentUser();
  return (
    <>
      <PageHeader title={t("account.tab_details")} lead={t("account.details_lead")} />
      <div className={classes.stack}>
        <Card>
          {user ? (
            <>
              <PictureField user={user} />
              <ProfileForm key={user.id} user={user} />
            </>
          ) : null}
        </Card>
        {user ? <NumberCard key={user.mobile_number} user={user} /> : null}
        {isAllowed("merchant", "manage") ? <EmailProofCard /> : null}
        {isAllowed("billing", "read") ? <BuyerDetailsCard /> : null}
      </div>
    </>
  );
}
