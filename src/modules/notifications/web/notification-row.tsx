import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { RelativeTime, UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import { SentTextState } from "#modules/messages/web/sent-text.parts.tsx";
import { linkByKind } from "../contract/kind-links.ts";
import type { Level } from "../contract/kinds.ts";
import { toMeaning } from "../domain/to-meaning.ts";
import classes from "./notifications.module.css";
import { type Notification, useMarkRead } from "./notifications.queries.ts";

const tones: Record<Level, Tone> = { act_now: "bad", today: "info", weekly: "neutral" };

export function NotificationRow({ item }: { item: Notification }) {
  const { t } = useTranslation("notifications");
  const markRead = useMarkRead();
  const meaning = useMeaning(item);
  const link = linkByKind[item.kind];
  const read = () => {
    if (!item.is_read && isAllowed("notification", "manage")) markRead.mutate(item.id);
  };
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p>
          <strong>{t(`kinds.${item.kind}.title`)}</strong>{" "}
          {item.subject_name === null ? null : (
            <>
              · <UserText>{item.subject_name}</UserText>{" "}
            </>
          )}
          {item.is_read ? null : <StatusBadge tone={tones[item.level]}>{t("new")}</StatusBadge>}
        </p>
        <p>{meaning}</p>
        {item.text_outcome === "over_limit" || item.text_outcome === "no_stock" ? (
          <p className={classes.quiet}>{t(`text_${item.text_outcome}`)}</p>
        ) : null}
        {item.text === null ? null : (
          <p className={classes.quiet}>
            {t("on_phone")}: <SentTextState text={item.text} />
          </p>
        )}
        <p className={classes.quiet}>
          {item.level === "act_now" ? `${t("levels.act_now")} · ` : null}
          <RelativeTime at={item.happened_at} />
          {item.times > 1 ? ` · ${t("times", { times: item.times })}` : null}
        </p>
      </div>
      <div className={classes.acts}>
        {link.to === "/campaigns/$id" ||
        link.to === "/marketing-consultations-orders/$id" ||
        link.to === "/marketing-consultations-paid/$id" ? (
          <LinkButton to={link.to} params={{ id: item.subject }} onClick={read}>
            {t(`acts.${link.act}`)}
          </LinkButton>
        ) : (
          <LinkButton to={link.to} onClick={read}>
            {t(`acts.${link.act}`)}
          </LinkButton>
        )}
        {item.is_read || !isAllowed("notification", "manage") ? null : (
          <Button variant="default" loading={markRead.isPending} onClick={read}>
            {t("read")}
          </Button>
        )}
      </div>
    </li>
  );
}

/** What it means for the merchant, with its riyals and its day where it has them, and the one thing to do of a week. */
function useMeaning(item: Notification): string {
  const { t } = useTranslation("notifications");
  const format = useFormat();
  const { key, params } = toMeaning(item, {
    riyals: (amount) => format.riyals(amount, true),
    day: (day) => format.date(`${day}T09:00:00Z`),
  });
  const meaning = t(key as "title", params);
  return item.advice === null ? meaning : `${meaning} ${t(`advice.${item.advice}`)}`;
}
