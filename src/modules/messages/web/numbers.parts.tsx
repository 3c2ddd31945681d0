import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LtrField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { ConfirmButton } from "#base/web/kit/confirm-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { Ltr } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import classes from "./email-proof.module.css";
import {
  useFurtherNumbers,
  useProveNumber,
  useRemoveNumber,
  useRequestNumberCode,
} from "./messages.queries.ts";
import { ProofCode } from "./proof-code.tsx";

/** `0501234567`, as people write it. */
export const toNational = (number: string): string => number.replace(/^\+966/, "0");

/** The merchant's further numbers, each proven by a code that was sent there. */
export function FurtherNumbersCard() {
  const { t } = useTranslation("messages");
  const query = useFurtherNumbers();
  const [requested, setRequested] = useState<string | null>(null);
  return (
    <Card title={t("numbers.title")}>
      <QueryBoundary query={query} fallback={<SkeletonLine height="3rem" />}>
        {({ items }) => (
          <div className={classes.stack}>
            <p className={classes.soft}>{t("numbers.lead")}</p>
            {items.map(({ number }) => (
              <NumberRow key={number} number={number} />
            ))}
            {requested === null ? (
              <RequestForm onSent={setRequested} />
            ) : (
              <CodeForm number={requested} onEnd={() => setRequested(null)} />
            )}
          </div>
        )}
      </QueryBoundary>
    </Card>
  );
}

function NumberRow({ number }: { number: string }) {
  const { t } = useTranslation("messages");
  const remove = useRemoveNumber();
  return (
    <div className={classes.row}>
      <Ltr>{toNational(number)}</Ltr>
      <ConfirmButton
        label={t("numbers.remove")}
        ariaLabel={`${t("numbers.remove")}: ${toNational(number)}`}
        title={t("numbers.remove_title")}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(number)}
      >
        {t("numbers.remove_words")}
      </ConfirmButton>
    </div>
  );
}

function RequestForm({ onSent }: { onSent: (number: string) => void }) {
  const { t } = useTranslation("messages");
  const request = useRequestNumberCode();
  const form = useServerForm({
    initialValues: { mobile_number: "" },
    send: async ({ mobile_number }) => {
      await request(mobile_number);
      onSent(mobile_number);
    },
  });
  return (
    <form className={classes.stack} onSubmit={form.submit} noValidate>
      <LtrField label={t("numbers.number")} placeholder="05…" {...form.getInputProps("mobile_number")} />
      <Button type="submit" variant="default" loading={form.isSending}>
        {t("numbers.send")}
      </Button>
    </form>
  );
}

function CodeForm({ number, onEnd }: { number: string; onEnd: () => void }) {
  const { t } = useTranslation("messages");
  const proof = useProveNumber();
  return (
    <div className={classes.stack}>
      <p>
        {t("account.sent")} <Ltr>{number}</Ltr>
      </p>
      <ProofCode
        label={t("numbers.code_label")}
        proof={proof}
        toInput={(code) => ({ mobile_number: number, code })}
        onProven={() => {
          notify(t("numbers.done"), "success");
          onEnd();
        }}
      />
      <Button variant="subtle" onClick={onEnd}>
        {t("numbers.other")}
      </Button>
    </div>
  );
}
