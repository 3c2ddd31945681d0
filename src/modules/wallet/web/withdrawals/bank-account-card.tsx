import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { Ltr, UserText } from "#base/web/kit/text.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { formatIban } from "../../contract/iban.ts";
import { useBankAccount } from "../wallet.queries.ts";
import type { BankAccount } from "../wallet-calls.ts";
import { BankAccountForm } from "./bank-account-form.tsx";
import classes from "./withdrawals.module.css";

/** The bank account that receives what cannot return to cards. */
export function BankAccountCard() {
  const { t } = useTranslation("wallet_withdrawals");
  return (
    <Card title={t("bank_account")}>
      <QueryBoundary query={useBankAccount()} fallback={<SkeletonRows count={1} />}>
        {(account) => <Account account={account} />}
      </QueryBoundary>
    </Card>
  );
}

function Account({ account }: { account: BankAccount }) {
  const { t } = useTranslation("wallet_withdrawals");
  const isPhone = !useIsAtLeast("tablet");
  const [isOpen, setOpen] = useState(false);
  const action = t(account ? "change_bank_account" : "add_bank_account");
  return (
    <div className={classes.account}>
      {account ? (
        <div>
          <strong>
            <Ltr>{formatIban(account.iban)}</Ltr>
          </strong>
          <p className={classes.quiet}>
            <UserText>{account.holder_name}</UserText>
          </p>
        </div>
      ) : (
        <div className={classes.quiet}>
          <strong>{t("no_bank_account")}</strong>
          <p>{t("bank_account_words")}</p>
        </div>
      )}
      <Button variant="default" onClick={() => setOpen(true)}>
        {action}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        fullScreen={isPhone}
        title={<strong>{action}</strong>}
        closeButtonProps={{ "aria-label": t("base:close") }}
      >
        <BankAccountForm account={account} onSaved={() => setOpen(false)} />
      </Modal>
    </div>
  );
}
