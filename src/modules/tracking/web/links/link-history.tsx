import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { Ltr, RelativeTime, UserText } from "#base/web/kit/text.tsx";
import { useLinkChanges } from "../tracking.queries.ts";
import classes from "./links.module.css";

/** What was changed of a link, newest first; where it led before is said. */
export function LinkHistory({ id }: { id: string }) {
  const { t } = useTranslation("tracking_links");
  const changes = useLinkChanges(id);
  const rows = changes.data?.pages.flatMap(({ items }) => items) ?? [];
  if (rows.length === 0) return null;
  return (
    <Card title={t("history.title")}>
      <ul className={classes.history}>
        {rows.map(({ id: key, action, by, by_name, at, before, after }) => (
          <li key={key}>
            <span>
              {t(`history.${action.replace("tracking.link_", "")}`)}{" "}
              <small className={classes.note}>
                {by_name === null ? t(`history.by.${by}`) : <UserText>{by_name}</UserText>} ·{" "}
                <RelativeTime at={at} />
              </small>
            </span>
            {"destination" in before && "destination" in after ? (
              <span className={classes.note}>
                {t("history.led_to")} <Ltr>{String(before.destination)}</Ltr>
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {changes.hasNextPage ? (
        <Button variant="default" onClick={() => void changes.fetchNextPage()}>
          {t("more")}
        </Button>
      ) : null}
    </Card>
  );
}
