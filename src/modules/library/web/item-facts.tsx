import { IconExternalLink } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { DateText, Figure, RelativeTime, UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { LibraryItem } from "../contract/library-shapes.ts";
import classes from "./library.module.css";
import { type Choice, choiceNames } from "./library-address.ts";
import { useValueNames } from "./use-value-names.ts";

const noon = (day: string) => `${day}T12:00:00+03:00`;

/** What an own ad brought, in delivered orders alone. */
export function Results({ results }: { results: NonNullable<LibraryItem["results"]> }) {
  const { t } = useTranslation("library");
  const format = useFormat();
  const ran = t("results.ran", {
    from: format.date(noon(results.first_day), "full"),
    to: format.date(noon(results.last_day), "full"),
  });
  return (
    <section aria-label={t("results.title")}>
      <dl className={classes.results}>
        <div>
          <dt>{t("results.roas")}</dt>
          <dd>
            <Figure value={results.roas_delivered} decimals={2} after="×" />
          </dd>
        </div>
        <div>
          <dt>{t("results.days")}</dt>
          <dd>{t("results.days_value", { count: results.days_run })}</dd>
        </div>
        <div>
          <dt>{t("results.orders")}</dt>
          <dd>
            <Figure value={results.orders_delivered} />
          </dd>
        </div>
        <div>
          <dt>{t("results.sales")}</dt>
          <dd>
            <Money halalas={results.sales_delivered_halalas} whole />
          </dd>
        </div>
        <div>
          <dt>{t("results.spend")}</dt>
          <dd>
            <Money halalas={results.spend_halalas} whole />
          </dd>
        </div>
      </dl>
      <p className={classes.small}>
        {ran} · {t("results.as_of")} <RelativeTime at={results.measured_at} />
      </p>
    </section>
  );
}

/** What is known of the ad; nothing is shown of what is not. */
export function ItemFacts({ item }: { item: LibraryItem }) {
  const { t } = useTranslation("library");
  const toName = useValueNames();
  const known = choiceNames.flatMap((name: Choice) => {
    const value = item[name];
    return value ? [[name, toName(name, value)] as const] : [];
  });
  return (
    <dl className={classes.facts} aria-label={t("facts.title")}>
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{t(`columns.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {item.source === "library" && item.ad_day ? (
        <div>
          <dt>{t("columns.ad_day")}</dt>
          <dd>
            <DateText at={noon(item.ad_day)} style="full" />
          </dd>
        </div>
      ) : null}
      {(["editor", "writer", "notes"] as const).map((name) =>
        item[name] === "" ? null : (
          <div key={name} data-wide={name === "notes"}>
            <dt>{t(`columns.${name}`)}</dt>
            <dd>
              <UserText>{item[name]}</UserText>
            </dd>
          </div>
        ),
      )}
      <Ways item={item} />
    </dl>
  );
}

function Ways({ item: { link, campaign_id } }: { item: LibraryItem }) {
  const { t } = useTranslation("library");
  return (
    <>
      {link ? (
        <div data-wide>
          <dt className="visually-hidden">{t("columns.link")}</dt>
          <dd>
            <a href={link} target="_blank" rel="noopener noreferrer nofollow" className={classes.way}>
              {t("facts.open_link")} <IconExternalLink size={16} aria-hidden className="turns" />
            </a>
          </dd>
        </div>
      ) : null}
      {campaign_id ? (
        <div data-wide>
          <dt className="visually-hidden">{t("facts.campaign")}</dt>
          <dd>
            <Link to="/campaigns/$id" params={{ id: campaign_id }} className={classes.way}>
              {t("facts.campaign")}
            </Link>
          </dd>
        </div>
      ) : null}
    </>
  );
}
