import { Button } from "@mantine/core";
import { IconArrowBackUp } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";

/** The dialog is loaded on first use. */
const WithdrawalDialog = lazy(async () => {
  const { WithdrawalDialog } = await import("./withdrawal-dialog.tsx");
  return { default: WithdrawalDialog };
});

/** Opens the withdrawal dialog. */
export function WithdrawButton() {
  const { t } = useTranslation("wallet_withdrawals");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={18} aria-hidden className="turns" />}
        onClick={() => setOpen(true)}
      >
        {t("withdraw")}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <WithdrawalDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
