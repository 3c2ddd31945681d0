import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { download } from "#base/web/data/download.ts";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { DateText, Figure, Ltr, TimeText, UserText } from "#base/web/kit/text.tsx";
import type { LedgerChain } from "../../contract/ledger.calls.ts";
import classes from "./ledger.module.css";

type Campaign = NonNullable<LedgerChain["campaign"]>;

/** The campaign's day behind an entry: what was settled, what the platform answered, and what came of it. */
export function CampaignDay({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation("reports_ledger");
  const { figures } = campaign;
  return (
    <>
      <Card
        title={t("campaign_day")}
        aside={
          <Link to="/campaigns/$id" params={{ id: campaign.id }}>
            <UserText>{campaign.name}</UserText>
          </Link>
        }
      >
        <dl className={classes.facts}>
          <div>
            <dt>{t("settled")}</dt>
            <dd>
              <Money halalas={campaign.settled_halalas} />
            </dd>
          </div>
          <div>
            <dt>{t("reported_spend")}</dt>
            <dd>
              <Money halalas={figures.spend_halalas} />
            </dd>
          </div>
          <Count name={t("clicks")} value={figures.clicks} />
          <Count name={t("valid_clicks")} value={figures.valid_clicks} />
          <Count name={t("orders_placed")} value={figures.orders_placed} />
          <Count name={t("orders_delivered")} value={figures.orders_delivered} />
          <div>
            <dt>{t("sales_placed")}</dt>
            <dd>
              <Money halalas={figures.sales_placed_halalas} />
            </dd>
          </div>
          <div>
            <dt>{t("sales_delivered")}</dt>
            <dd>
              <Money halalas={figures.sales_delivered_halalas} />
            </dd>
          </div>
        </dl>
      </Card>
      <Answers answers={campaign.answers} />
      <Orders orders={campaign.orders} />
    </>
  );
}

function Count({ name, value }: { name: string; value: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Figure value={value} />
      </dd>
    </div>
  );
}

/** The answers that this entry rests on; a day is read many times, and the other answers are one tap away. */
function Answers({ answers }: { answers: Campaign["answers"] }) {
  const { t } = useTranslation("reports_ledger");
  const [showsAll, setShowsAll] = useState(false);
  const ofEntry = answers.filter(({ is_of_entry }) => is_of_entry);
  const shown = showsAll || ofEntry.length === 0 ? answers : ofEntry;
  const save = useMutation({
    mutationFn: (sha256: string) =>
      download("GET Clients/Reports/platform-answers/{sha256}", { params: { sha256 } }),
  });
  return (
    <Card title={t("answers")}>
      {answers.length === 0 ? <p className={classes.quiet}>{t("no_answers")}</p> : null}
      <ul className={classes.rows}>
        {shown.map((answer) => (
          <li key={answer.sha256}>
            <span className={classes.what}>
              <span>
                <DateText at={answer.received_at} style="short" /> <TimeText at={answer.received_at} />{" "}
                {answer.is_of_entry ? <StatusBadge tone="info">{t("of_entry")}</StatusBadge> : null}
              </span>
              <code dir="ltr" className={classes.hash}>
                {answer.sha256}
              </code>
            </span>
            {answer.has_body ? (
              <Button
                variant="default"
                size="xs"
                loading={save.isPending && save.variables === answer.sha256}
                onClick={() => save.mutate(answer.sha256)}
              >
                {t("save_answer")}
              </Button>
            ) : (
              <span className={classes.quiet}>{t("body_dropped")}</span>
            )}
          </li>
        ))}
      </ul>
      {shown.length < answers.length ? (
        <Button variant="default" onClick={() => setShowsAll(true)}>
          {t("all_answers", { count: answers.length })}
        </Button>
      ) : null}
    </Card>
  );
}

function Orders({ orders }: { orders: Campaign["orders"] }) {
  const { t } = useTranslation("reports_ledger");
  if (orders.length === 0) return null;
  return (
    <Card title={t("orders")}>
      <ul className={classes.rows}>
        {orders.map((order) => (
          <li key={order.order_id}>
            <span className={classes.what}>
              <Ltr>{order.order_id}</Ltr>
              <span>
                <StatusBadge tone={order.is_delivered ? "good" : "waiting"}>
                  {t(order.is_delivered ? "delivered" : "not_delivered")}
                </StatusBadge>
              </span>
            </span>
            <Money halalas={order.sales_placed_halalas} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
