import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import classes from "../privacy.module.css";
import { looksQuery } from "../privacy.queries.ts";
import { LogPages } from "./log-pages.tsx";

/** Areas that have a name here; others are "your account". */
const named = ["finance", "consultations", "tracking", "merchants"];

/** When our team looked at the merchant's data or changed it. */
export function LooksCard() {
  const { t } = useTranslation("privacy_page");
  const query = useInfiniteQuery(looksQuery);
  return (
    <Card title={t("looks.title")}>
      <p className={classes.lead}>{t("looks.lead")}</p>
      <LogPages
        query={query}
        entries={query.data?.pages.flatMap(({ items }) => items)}
        empty={{ title: t("looks.none"), words: t("looks.none_words") }}
        toText={({ kind, area, by }) =>
          [
            t(`looks.${kind}`, { what: t(`looks.what.${named.includes(area) ? area : "other"}`) }),
            by === "" ? null : t("looks.by", { name: by }),
          ] as const
        }
      />
    </Card>
  );
}
