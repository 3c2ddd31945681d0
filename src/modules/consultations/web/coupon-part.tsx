import { Button } from "@mantine/core";
import { IconTicket, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { LtrField } from "#base/web/forms/fields.tsx";
import { Ltr } from "#base/web/kit/text.tsx";
import type { Price } from "../contract/prices.ts";
import classes from "./consultations.module.css";
import { call } from "./consultations.queries.ts";

type Props = {
  id: string;
  /** The price with the coupon that counts now. */
  quote: Price | null;
  onQuote: (quote: Price | null) => void;
  /** Why the order itself refused the coupon. */
  refusal: string | undefined;
};

/** A coupon's code, inside the order's form. Why one does not count is said at the field. */
export function CouponPart({ id, quote, onQuote, refusal }: Props) {
  const { t } = useTranslation("consultations");
  const [code, setCode] = useState("");
  const price = useMutation({
    mutationFn: (coupon: string) =>
      call("POST Clients/Consultations/{id}/price", { params: { id }, body: { coupon }, quiet: true }),
    onSuccess: onQuote,
  });
  const failure = isApiError(price.error) ? (price.error.fields.coupon?.[0] ?? price.error.message) : refusal;
  const apply = () => {
    if (code.trim() !== "") price.mutate(code.trim());
  };
  if (quote && !refusal)
    return (
      <p className={classes.applied} role="status">
        <IconTicket size={18} aria-hidden />
        <span>
          {t("order.coupon_applied")} <Ltr>{quote.coupon}</Ltr>
        </span>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconX size={16} aria-hidden />}
          onClick={() => {
            setCode("");
            onQuote(null);
          }}
        >
          {t("order.remove_coupon")}
        </Button>
      </p>
    );
  return (
    <div className={classes.coupon}>
      <LtrField
        label={t("order.coupon")}
        value={code}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        error={failure}
        onChange={(text) => {
          setCode(text);
          price.reset();
        }}
        onKeyDown={(event) => {
          // Enter counts the coupon: it neither orders nor pays.
          if (event.key !== "Enter") return;
          event.preventDefault();
          apply();
        }}
      />
      <Button variant="default" loading={price.isPending} disabled={code.trim() === ""} onClick={apply}>
        {t("order.apply_coupon")}
      </Button>
    </div>
  );
}
