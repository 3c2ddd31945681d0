import { Button } from "@mantine/core";
import { IconArrowUpRight, IconLock } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import type { PaymentRedirect } from "../contract/payment-form.ts";
import classes from "./payments.module.css";
import { call } from "./payments-calls.ts";

type Props = {
  form: PaymentRedirect;
  /** Called before the browser leaves. */
  onLeaving?: (() => void) | undefined;
};

/** A gateway that takes the card on its own page: it is opened only when the merchant goes there. */
export function PaymentPage({ form, onLeaving }: Props) {
  const { t } = useTranslation("payments");
  const open = useMutation({
    mutationFn: () =>
      call("POST Clients/Wallet/payments/{id}/page", { params: { id: form.intent_id }, quiet: true }),
    onSuccess: ({ url }) => {
      onLeaving?.();
      window.location.assign(url);
    },
  });
  return (
    <div className={classes.stack}>
      <p className={classes.safe}>
        <IconLock size={18} aria-hidden />
        <span>{t("page_words")}</span>
      </p>
      {open.isError ? (
        <Banner tone="bad" title={t("page_failed")} urgent>
          {t("page_unavailable")}
        </Banner>
      ) : null}
      <Button
        color="clay"
        size="lg"
        fullWidth
        loading={open.isPending}
        rightSection={<IconArrowUpRight size={18} aria-hidden className="turns" />}
        onClick={() => open.mutate()}
      >
        {t("go_to_page")}
      </Button>
      <p role="status" className={open.isPending ? classes.leaving : "visually-hidden"}>
        {open.isPending ? t("going_to_page") : ""}
      </p>
    </div>
  );
}
