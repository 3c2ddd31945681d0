import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { ConfirmButton } from "#base/web/kit/confirm-button.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { RelativeTime, UserText } from "#base/web/kit/text.tsx";
import type { CreditState } from "../contract/enums.ts";
import type { CreditShown } from "../contract/merchants.calls.ts";
import classes from "./finance.module.css";
import { call } from "./finance-calls.ts";
import { useAct } from "./use-act.ts";

const tones: Record<CreditState, Tone> = { waiting: "waiting", given: "good", rejected: "neutral" };

/** Credits with their reasons; those that wait can be decided. */
export function CreditRows({ credits, label }: { credits: readonly CreditShown[]; label: string }) {
  const { t } = useTranslation("finance");
  return (
    <ul className={classes.rows} aria-label={label}>
      {credits.map((credit) => (
        <li key={credit.id} className={classes.row}>
          <div className={classes.head}>
            <strong>
              <UserText>{credit.merchant.name}</UserText>
            </strong>
            <strong>
              <Money halalas={credit.amount_halalas} />
            </strong>
            <StatusBadge tone={tones[credit.state]}>{t(`credits.state_${credit.state}`)}</StatusBadge>
            <span className={classes.quiet}>
              <RelativeTime at={credit.requested_at} />
            </span>
          </div>
          <p className={classes.quiet}>
            <UserText>{credit.reason}</UserText> ·{" "}
            {t("credits.requested_by", { name: credit.requested_by.name })}
            {credit.decided_by ? ` · ${t("credits.decided_by", { name: credit.decided_by.name })}` : null}
          </p>
          {credit.state === "waiting" ? <Decide creditId={credit.id} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Decide({ creditId: credit_id }: { creditId: string }) {
  const { t } = useTranslation("finance");
  const params = { credit_id };
  const approve = useAct(
    () => call("POST Staff/Finance/credits/{credit_id}/approve", { params }),
    "credits.approved",
  );
  const reject = useAct(
    () => call("POST Staff/Finance/credits/{credit_id}/reject", { params }),
    "credits.rejected",
  );
  return (
    <div className={classes.acts}>
      <Button loading={approve.isPending} onClick={() => approve.mutate()}>
        {t("credits.approve")}
      </Button>
      <ConfirmButton
        label={t("credits.reject")}
        title={t("credits.reject_title")}
        busy={reject.isPending}
        onConfirm={(close) => reject.mutate(undefined, { onSettled: close })}
      >
        <p>{t("credits.reject_words")}</p>
      </ConfirmButton>
    </div>
  );
}
