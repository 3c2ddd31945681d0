import { useTranslation } from "react-i18next";
import { LostRoad } from "./drawings.tsx";
import { Broken, Refused } from "./failures.tsx";
import { Notice } from "./notice.tsx";

/** 404: no page at this address. */
export function NotFoundPage() {
  const { t } = useTranslation("app");
  return (
    <Notice
      number="404"
      title={t("not_found.title")}
      description={t("not_found.words")}
      drawing={<LostRoad />}
    />
  );
}

/** 401: the signed-in user may not see this. */
export function UnauthorizedPage() {
  return <Refused isPart={false} />;
}

/** 500: our side failed. */
export function ServerErrorPage() {
  return <Broken isPart={false} onRetry={() => window.location.reload()} />;
}
