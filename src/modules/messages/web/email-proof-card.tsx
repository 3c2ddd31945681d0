import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { Ltr, TimeLeft } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { useCountdown } from "#base/web/runtime/use-countdown.ts";
import classes from "./email-proof.module.css";
import { useEmailAddress, useProveEmail, useRequestEmailCode } from "./messages.queries.ts";
import { ProofCode } from "./proof-code.tsx";

/** Whether the e-mail is proven to be the merchant's, and the code that proves it: reports go nowhere else. */
export function EmailProofCard() {
  const { t } = useTranslation("messages");
  const email = useEmailAddress();
  const isProven = email.data?.proven_at !== null;
  return (
    <Card
      title={t("account.title")}
      aside={
        email.data?.address ? (
          <StatusBadge tone={isProven ? "good" : "waiting"}>
            {t(isProven ? "account.proven" : "account.not_proven")}
          </StatusBadge>
        ) : null
      }
    >
      <QueryBoundary query={email} fallback={<SkeletonLine height="4rem" />}>
        {({ address, proven_at, can_send }) => {
          if (address === null) return <p className={classes.soft}>{t("account.missing")}</p>;
          if (proven_at !== null)
            return (
              <div className={classes.stack}>
                <Ltr>{address}</Ltr>
                <p className={classes.soft}>{t("account.proven_words")}</p>
              </div>
            );
          if (!can_send) return <p className={classes.soft}>{t("account.unavailable")}</p>;
          return <Prove key={address} address={address} />;
        }}
      </QueryBoundary>
    </Card>
  );
}

function Prove({ address }: { address: string }) {
  const { t } = useTranslation("messages");
  const [endsAt, setEndsAt] = useState<number | null>(null);
  const request = useRequestEmailCode((countdown) => setEndsAt(Date.now() + countdown * 1_000));
  return (
    <div className={classes.stack}>
      {endsAt === null ? (
        <>
          <p className={classes.soft}>{t("account.lead")}</p>
          <Ltr>{address}</Ltr>
          <Button loading={request.isPending} onClick={() => request.mutate()}>
            {t("account.send")}
          </Button>
        </>
      ) : (
        <>
          <p>
            {t("account.sent")} <Ltr>{address}</Ltr>
          </p>
          <Code />
          <Resend endsAt={endsAt} isSending={request.isPending} onResend={() => request.mutate()} />
        </>
      )}
    </div>
  );
}

function Code() {
  const { t } = useTranslation("messages");
  return (
    <ProofCode
      label={t("account.code_label")}
      proof={useProveEmail()}
      toInput={(code) => code}
      onProven={() => notify(t("account.done"), "success")}
    />
  );
}

function Resend({
  endsAt,
  isSending,
  onResend,
}: {
  endsAt: number;
  isSending: boolean;
  onResend: () => void;
}) {
  const { t } = useTranslation("messages");
  const left = useCountdown(endsAt);
  return left > 0 ? (
    <p className={classes.soft} role="timer" aria-live="off">
      {t("account.resend_in")} <TimeLeft seconds={left} />
    </p>
  ) : (
    <Button variant="default" loading={isSending} onClick={onResend}>
      {t("account.resend")}
    </Button>
  );
}
