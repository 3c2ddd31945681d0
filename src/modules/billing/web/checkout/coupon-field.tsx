import { Button } from "@mantine/core";
import { IconTicket, IconX } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { LtrField } from "#base/web/forms/fields.tsx";
import { Ltr } from "#base/web/kit/text.tsx";
import classes from "./checkout.module.css";

type Props = {
  /** The coupon that counts now. */
  applied: string | undefined;
  /** The one in the address, which may have been refused. */
  tried: string | undefined;
  error: string | undefined;
  isBusy: boolean;
  onApply: (code: string | undefined) => void;
};

/** A coupon's code. Why one does not count is said at the field. */
export function CouponField({ applied, tried, error, isBusy, onApply }: Props) {
  const { t } = useTranslation("billing_checkout");
  const [code, setCode] = useState(tried ?? "");
  const [isEdited, setEdited] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEdited(false);
    if (code.trim() !== "") onApply(code.trim());
  };
  if (applied)
    return (
      <p className={classes.applied}>
        <IconTicket size={18} aria-hidden />
        <span>
          {t("coupon_applied")} <Ltr>{applied}</Ltr>
        </span>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconX size={16} aria-hidden />}
          onClick={() => {
            setCode("");
            onApply(undefined);
          }}
        >
          {t("remove_coupon")}
        </Button>
      </p>
    );
  return (
    <form className={classes.coupon} onSubmit={submit} noValidate>
      <LtrField
        label={t("coupon")}
        value={code}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        error={isEdited ? undefined : error}
        onChange={(text) => {
          setCode(text);
          setEdited(true);
        }}
      />
      <Button type="submit" variant="default" loading={isBusy} disabled={code.trim() === ""}>
        {t("apply_coupon")}
      </Button>
    </form>
  );
}
