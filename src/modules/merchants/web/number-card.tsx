import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { Ltr } from "#base/web/kit/text.tsx";
import type { User } from "../contract/merchants.calls.ts";
import { formatNational } from "../contract/mobile-number.ts";
import classes from "./account.module.css";
import { ChangeNumber } from "./change-number.tsx";

/** The number by which one signs in, and its change. */
export function NumberCard({ user }: { user: User }) {
  const { t } = useTranslation("merchants");
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t("auth.mobile")}>
      {isOpen ? (
        <ChangeNumber user={user} onCancel={() => setOpen(false)} />
      ) : (
        <div className={classes.row}>
          <div className={classes.grow}>
            <strong>
              <Ltr>{formatNational(user.mobile_number)}</Ltr>
            </strong>
            <p className={classes.soft}>{t("account.number_note")}</p>
          </div>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t("account.number_change")}
          </Button>
        </div>
      )}
    </Card>
  );
}
