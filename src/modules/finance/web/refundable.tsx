import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { ActForm } from "./act-form.tsx";
import classes from "./finance.module.css";
import { useActFields } from "./use-act-fields.ts";

type MoneyInput = { amount_halalas: number; reason: string };
type Props = {
  purpose: string;
  /** What may still go back; zero shows no button. */
  left: number;
  send: (body: MoneyInput, idempotencyKey: string) => Promise<unknown>;
  children: ReactNode;
};

/** A row of money of which something may go back, with an amount and a reason. */
export function Refundable({ purpose, left, send, children }: Props) {
  const { t } = useTranslation("finance");
  const { amount, reason } = useActFields();
  const [isOpen, setOpen] = useState(false);
  const finish = () => {
    setOpen(false);
    notify(text("finance:refunds.sent"), "success");
  };
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        {children}
        {left > 0 ? (
          <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t("refunds.open")}
          </Button>
        ) : null}
      </div>
      {isOpen ? (
        <ActForm
          purpose={purpose}
          fields={[amount(left), reason]}
          act={t("refunds.send")}
          send={send}
          onDone={finish}
        />
      ) : null}
    </li>
  );
}
