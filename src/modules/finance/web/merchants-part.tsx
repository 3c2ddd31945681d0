import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/forms/fields.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { Ltr, UserText } from "#base/web/kit/text.tsx";
import { CreditRows } from "./credit-rows.tsx";
import classes from "./finance.module.css";
import { useMerchants, useWaitingCredits } from "./finance.queries.ts";
import { MerchantMoneyCard } from "./merchant-money-card.tsx";

/** Credits that wait for a second member, and any merchant's money, looked up by number, name or id. */
export function MerchantsPart() {
  const { t } = useTranslation("finance");
  const [merchantId, setMerchantId] = useState<string | null>(null);
  return (
    <>
      <WaitingCredits />
      <Card title={t("merchants.title")}>
        <MerchantSearch onChoose={setMerchantId} />
      </Card>
      {merchantId === null ? null : <MerchantMoneyCard key={merchantId} merchantId={merchantId} />}
    </>
  );
}

function WaitingCredits() {
  const { t } = useTranslation("finance");
  const credits = useWaitingCredits();
  return (
    <Card title={t("credits.waiting")}>
      <QueryBoundary query={credits} fallback={<SkeletonRows count={1} />}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={classes.quiet}>{t("credits.none_waiting")}</p>
          ) : (
            <CreditRows credits={items} label={t("credits.waiting")} />
          )
        }
      </QueryBoundary>
    </Card>
  );
}

function MerchantSearch({ onChoose }: { onChoose: (merchantId: string) => void }) {
  const { t } = useTranslation("finance");
  const [typed, setTyped] = useState("");
  const [search, setSearch] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSearch(typed.trim());
  };
  return (
    <>
      <form className={classes.acts} onSubmit={submit}>
        <TextField label={t("merchants.search")} maxLength={80} value={typed} onChange={setTyped} />
        <Button type="submit">{t("merchants.find")}</Button>
      </form>
      {search === "" ? null : <Found search={search} onChoose={onChoose} />}
    </>
  );
}

function Found({ search, onChoose }: { search: string; onChoose: (merchantId: string) => void }) {
  const { t } = useTranslation("finance");
  const merchants = useMerchants(search);
  return (
    <QueryBoundary query={merchants} fallback={<SkeletonRows count={2} />}>
      {({ items }) =>
        items.length === 0 ? (
          <p className={classes.quiet}>{t("merchants.none")}</p>
        ) : (
          <ul className={classes.rows} aria-label={t("merchants.found")}>
            {items.map(({ id, name, mobile }) => (
              <li key={id} className={classes.head}>
                <span>
                  <strong>
                    <UserText>{name}</UserText>
                  </strong>{" "}
                  · <Ltr>{mobile}</Ltr>
                </span>
                <Button
                  variant="subtle"
                  aria-label={t("merchants.open_of", { name })}
                  onClick={() => onChoose(id)}
                >
                  {t("merchants.open")}
                </Button>
              </li>
            ))}
          </ul>
        )
      }
    </QueryBoundary>
  );
}
