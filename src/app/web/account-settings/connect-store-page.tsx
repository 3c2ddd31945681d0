import { useTranslation } from "react-i18next";
import { PageHeader } from "#base/web/kit/page.tsx";
import { StoreGraces } from "#modules/campaigns/web/store-graces.tsx";
import { ConnectedStores } from "#modules/stores/web/connected-stores.tsx";

/** The merchant's stores among the account's settings. */
export function AccountStoresPage() {
  const { t } = useTranslation("stores");
  return (
    <>
      <PageHeader title={t("page_title")} lead={t("page_lead")} />
      <ConnectedStores returnTo="/account-settings/connect-store" />
      <StoreGraces />
    </>
  );
}
