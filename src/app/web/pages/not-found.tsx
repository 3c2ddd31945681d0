import { useTranslation } from "react-i18next";
import { LostRoad } from "./drawings.tsx";
import { Broken, Refused } from "./failures.tsx";
import { Notice } from "./notice.tsx";

/** 404: no page at this address. */
export function NotFoundPage() {
  const { t } = useTranslation("app");
  return (
    <Notice number="404" title={t("not_found.title")} words={t("not_found.words")} drawing={<LostRoad />} />
  );
}

/** 401: who is signed in may not see this. */
export function UnauthorizedPage() {
  return <Refused isPart={false} />;
}

/** 500: our side broke. */
export function ServerErrorPage() {
  return <Broken isPart={false} onRetry={() => window.location.reload()} />;
}
