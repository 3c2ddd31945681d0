import { Button, Switch } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { ConsentEntryShown, ConsentShown } from "../../contract/privacy.calls.ts";
import classes from "../privacy.module.css";
import { consentsQuery, useChangeConsent } from "../privacy.queries.ts";
import { LogPages } from "./log-pages.tsx";

/** What the merchant agreed to, each with the way to withdraw it, and the log of all of it. */
export function ConsentsCard({ consents }: { consents: readonly ConsentShown[] }) {
  const { t } = useTranslation("privacy_page");
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t("consents.title")}>
      <div className={classes.stack}>
        <p className={classes.lead}>{t("consents.lead")}</p>
        <ul className={classes.rows}>
          {consents.map((consent) => (
            <ConsentRow key={consent.purpose} consent={consent} />
          ))}
        </ul>
        {isOpen ? (
          <ConsentLog />
        ) : (
          <div>
            <Button variant="default" onClick={() => setOpen(true)}>
              {t("consents.log")}
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

function ConsentRow({ consent: { purpose, is_given, changed_at } }: { consent: ConsentShown }) {
  const { t } = useTranslation("privacy_page");
  const format = useFormat();
  const change = useChangeConsent();
  const since = changed_at
    ? t(is_given ? "consents.given_on" : "consents.withdrawn_on", { day: format.date(changed_at) })
    : t("consents.not_given");
  const title = t(`consents.purpose.${purpose}`);
  return (
    <li>
      <div className={classes.what}>
        <strong>{title}</strong>
        <span className={classes.soft}>{t(`consents.words.${purpose}`)}</span>
        <span className={classes.soft}>{since}</span>
      </div>
      {purpose === "marketing" ? (
        <Switch
          aria-label={title}
          checked={change.isPending ? (change.variables?.isGiven ?? is_given) : is_given}
          disabled={change.isPending}
          onChange={(event) => change.mutate({ purpose, isGiven: event.currentTarget.checked })}
        />
      ) : null}
      {purpose === "terms" ? <span className={classes.soft}>{t("consents.terms_note")}</span> : null}
      {purpose !== "marketing" && purpose !== "terms" && is_given ? (
        <Button
          variant="default"
          loading={change.isPending}
          aria-label={`${t("consents.withdraw")}: ${title}`}
          onClick={() => change.mutate({ purpose, isGiven: false })}
        >
          {t("consents.withdraw")}
        </Button>
      ) : null}
    </li>
  );
}

function ConsentLog() {
  const { t } = useTranslation("privacy_page");
  const query = useInfiniteQuery(consentsQuery);
  return (
    <section aria-label={t("consents.log_title")}>
      <LogPages
        query={query}
        entries={query.data?.pages.flatMap(({ items }) => items)}
        empty={{ title: t("consents.log_none"), words: null }}
        toText={({ purpose, is_given, text_version, channel }: ConsentEntryShown) =>
          [
            `${t(is_given ? "consents.given" : "consents.withdrawn")}: ${t(`consents.purpose.${purpose}`)}`,
            `${t("consents.version", { version: text_version })} · ${t(`consents.channel.${channel}`)}`,
          ] as const
        }
      />
    </section>
  );
}
