import { useTranslation } from "react-i18next";
import { PageHeader } from "#base/web/kit/page.tsx";
import { ConnectedPlatforms } from "./connected-platforms.tsx";

/** `/link-ad-accounts/connect-platform` */
export function ConnectPlatformPage() {
  const { t } = useTranslation("ad_accounts");
  return (
    <>
      <PageHeader title={t("page_title")} lead={t("page_lead")} />
      <ConnectedPlatforms returnTo="/link-ad-accounts/connect-platform" />
    </>
  );
}
