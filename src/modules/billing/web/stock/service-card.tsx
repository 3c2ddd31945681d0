import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { ProgressBar } from "#base/web/kit/progress.tsx";
import { DateText, Figure } from "#base/web/kit/text.tsx";
import type { ServiceStock } from "../billing-calls.ts";
import classes from "./stock.module.css";

/** One service: what can be used now, what of it is the plan's, and what was bought with its end. */
export function ServiceCard({ stock }: { stock: ServiceStock }) {
  const { t } = useTranslation("billing_stock");
  const { service, available_units, left_units, reserved_units, next_expiry, quota, ended } = stock;
  return (
    <Card title={t(`service.${service}`)}>
      <p className={classes.available}>
        <strong>{available_units === null ? t("unlimited") : <Figure value={available_units} />}</strong>
        <span>{t("available")}</span>
      </p>
      {ended ? (
        <p className={classes.quiet}>
          <StatusBadge tone={ended === "used" ? "neutral" : "bad"}>{t(`ended.${ended}`)}</StatusBadge>{" "}
          {t(`ended_words.${ended}`)}
        </p>
      ) : null}
      {quota ? <Quota service={service} quota={quota} /> : null}
      <dl className={classes.facts}>
        <div>
          <dt>{t("bought_left")}</dt>
          <dd>
            <Figure value={left_units} />
          </dd>
        </div>
        {reserved_units > 0 ? (
          <div>
            <dt>{t("reserved")}</dt>
            <dd>
              <Figure value={reserved_units} />
            </dd>
          </div>
        ) : null}
        {next_expiry ? (
          <div>
            <dt>{t("next_expiry")}</dt>
            <dd>
              <Figure value={next_expiry.units} /> · <DateText at={next_expiry.expires_at} style="short" />
            </dd>
          </div>
        ) : null}
      </dl>
      {stock.lots.length > 0 ? <Lots lots={stock.lots} /> : null}
    </Card>
  );
}

type QuotaProps = { service: ServiceStock["service"]; quota: NonNullable<ServiceStock["quota"]> };

function Quota({ service, quota }: QuotaProps) {
  const { t } = useTranslation("billing_stock");
  const { limit_units: limit, used_units: used, renews_at } = quota;
  const name = t("quota_used", { service: t(`service.${service}`) });
  return (
    <div className={classes.quota}>
      <p className={classes.quotaLine}>
        <span>{t("quota")}</span>
        <span>
          {limit === null ? (
            <Figure value={used} />
          ) : (
            <>
              <Figure value={used} /> {t("of")} <Figure value={limit} />
            </>
          )}
        </span>
      </p>
      {limit === null || limit === 0 ? null : <ProgressBar value={used / limit} label={name} />}
      <p className={classes.quiet}>
        {t("renews")} <DateText at={renews_at} style="short" />
      </p>
    </div>
  );
}

/** What was bought and is not used up, in the order in which it is used. */
function Lots({ lots }: { lots: ServiceStock["lots"] }) {
  const { t } = useTranslation("billing_stock");
  return (
    <details className={classes.lots}>
      <summary>{t("lots")}</summary>
      <ul className={classes.rows}>
        {lots.map((lot) => (
          <li key={lot.id}>
            <span>
              <Figure value={lot.left_units} /> {t("of")} <Figure value={lot.units} />
              <span className={classes.small}>
                {t("bought_on")} <DateText at={lot.added_at} style="short" />
              </span>
            </span>
            <span className={classes.quiet}>
              {lot.expires_at === null ? (
                t("no_end")
              ) : (
                <>
                  {t("ends")} <DateText at={lot.expires_at} style="short" />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
