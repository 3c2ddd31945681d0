import { useTranslation } from "react-i18next";
import { PageHeader } from "#base/web/kit/page.tsx";
import { ConnectedStores } from "./connected-stores.tsx";

/** `/link-ad-accounts/add-store` */
export function AddStorePage() {
  const { t } = useTranslation("stores");
  return (
    <>
      <PageHeader title={t("page_title")} lead={t("page_lead")} />
      <ConnectedStores returnTo="/link-ad-accounts/add-store" />
    </>
  );
}
