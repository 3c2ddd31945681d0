import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { MoneyField } from "#base/web/forms/fields.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { computeVatInside } from "../../domain/vat.ts";

type Props = {
  label: string;
  value?: number | null;
  onChange: (halalas: number | null) => void;
  error?: ReactNode;
};

/** A price in riyals with VAT, and beside it what of it is VAT. */
export function PriceField({ value = null, ...rest }: Props) {
  return <MoneyField {...rest} value={value} description={<VatInside halalas={value ?? 0} />} />;
}

function VatInside({ halalas }: { halalas: number }) {
  const { t } = useTranslation("billing_catalogue");
  const vat = computeVatInside(halalas);
  return (
    <>
      {t("vat_inside")} <Money halalas={vat} /> · {t("before_vat")} <Money halalas={halalas - vat} />
    </>
  );
}
