import { Button } from "@mantine/core";
import {
  IconDeviceDesktop,
  IconDeviceMobile,
  IconDeviceTablet,
  IconDeviceUnknown,
} from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { ConfirmDialog } from "#base/web/kit/confirm-dialog.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { DateText, Ltr, TimeText } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { ListedSession } from "../contract/merchants.calls.ts";
import classes from "./account.module.css";
import { useSessions } from "./merchants.queries.ts";
import { useEndSession } from "./use-end-session.ts";

const icons = {
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
  desktop: IconDeviceDesktop,
  other: IconDeviceUnknown,
};

/** All sessions of the merchant, and a way to end those that are not theirs. */
export function SessionsCard() {
  const { t } = useTranslation("merchants");
  const sessions = useSessions();
  const end = useEndSession();
  const [isConfirming, setConfirming] = useState(false);
  const others = sessions.data?.filter((session) => !session.is_current) ?? [];

  return (
    <Card title={t("account.sessions")}>
      {sessions.isPending ? <SkeletonRows count={2} /> : null}
      {sessions.isError ? (
        <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : null}
      <ul className={classes.sessions}>
        {sessions.data?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={end.isPending && typeof end.variables === "object" && end.variables.id === session.id}
            onEnd={() =>
              end.mutate(
                { id: session.id },
                { onSuccess: () => notify(t("account.session_ended"), "success") },
              )
            }
          />
        ))}
      </ul>
      {others.length > 0 ? (
        <Button variant="default" mt="md" onClick={() => setConfirming(true)}>
          {t("account.end_others")}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={isConfirming}
        title={t("account.end_others")}
        confirm={t("account.end_session")}
        danger
        busy={end.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={() =>
          end.mutate("others", {
            onSuccess: () => notify(t("account.sessions_ended"), "success"),
            onSettled: () => setConfirming(false),
          })
        }
      >
        {t("account.end_others_words", { count: others.length })}
      </ConfirmDialog>
    </Card>
  );
}

function SessionRow({
  session,
  isEnding,
  onEnd,
}: {
  session: ListedSession;
  isEnding: boolean;
  onEnd: () => void;
}) {
  const { t } = useTranslation("merchants");
  const { browser, system, kind } = session.device;
  const Icon = icons[kind];
  const name = [browser, system].filter(Boolean).join(" · ") || t("account.unknown_device");
  return (
    <li className={classes.session}>
      <span className={classes.deviceIcon}>
        <Icon size={22} aria-hidden />
      </span>
      <div className={classes.grow}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <p className={classes.soft}>
          <Ltr>{session.address}</Ltr> ·{" "}
          <span className={classes.whole}>
            <DateText at={session.last_seen_at} style="short" /> <TimeText at={session.last_seen_at} />
          </span>
        </p>
      </div>
      {session.is_current ? (
        <StatusBadge tone="good">{t("account.this_device")}</StatusBadge>
      ) : (
        <Button
          variant="subtle"
          color="bad"
          size="sm"
          loading={isEnding}
          onClick={onEnd}
          aria-label={t("account.end_session_of", { device: name })}
        >
          {t("account.end_session")}
        </Button>
      )}
    </li>
  );
}
