import { Button } from "@mantine/core";
import { IconRefresh, IconUserShare } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyField } from "#base/web/kit/copy-field.tsx";
import type { FailureProps } from "#base/web/kit/states.tsx";
import { signOut } from "../sign-out.ts";
import { ClosedGate, LostRoad } from "./drawings.tsx";
import { Notice } from "./notice.tsx";

/** The user lacks the ability: another user may have it. */
export function Refused({ isPart }: Pick<FailureProps, "isPart">) {
  const { t } = useTranslation("app");
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    // Without a session the guard of every page redirects to the sign-in.
    void signOut().finally(() => setLeaving(false));
  };
  return (
    <Notice
      number="401"
      title={t("unauthorized.title")}
      description={t("unauthorized.words")}
      drawing={<ClosedGate />}
      isPart={isPart}
      action={
        <Button
          variant="default"
          loading={isLeaving}
          onClick={leave}
          leftSection={<IconUserShare size={18} aria-hidden className="turns" />}
        >
          {t("unauthorized.other_account")}
        </Button>
      }
    />
  );
}

/** What was opened does not exist (any more): another try would not find it. */
export function Missing({ error, isPart }: Pick<FailureProps, "error" | "isPart">) {
  const { t } = useTranslation("app");
  return (
    <Notice
      number="404"
      title={t("missing.title")}
      description={error.message}
      drawing={<LostRoad />}
      isPart={isPart}
      action={
        <Button variant="default" onClick={() => window.history.back()}>
          {t("missing.back")}
        </Button>
      }
    />
  );
}

/** Our side failed, or a vendor behind it: a retry, and the request id for support. */
export function Broken({ error, onRetry, isPart }: Partial<FailureProps> & Pick<FailureProps, "isPart">) {
  const { t } = useTranslation("app");
  const isOurs = !error || error.code === "" || error.code === "base.internal";
  return (
    <Notice
      number="500"
      title={t(isOurs ? "server_error.title" : "base:could_not_show")}
      description={isOurs ? t("server_error.words") : error.message}
      drawing={<LostRoad />}
      isPart={isPart}
      details={
        error?.requestId ? <CopyField label={t("base:request_number")} value={error.requestId} /> : null
      }
      action={
        onRetry ? (
          <Button variant="default" onClick={onRetry} leftSection={<IconRefresh size={18} aria-hidden />}>
            {t("base:try_again")}
          </Button>
        ) : null
      }
    />
  );
}
