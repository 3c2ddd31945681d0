import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { DesignDetails, DesignSize } from "../../contract/design-shapes.ts";
import classes from "./editor.module.css";

type Props = { size: DesignSize; design: DesignDetails; onUpdatePrice: () => void };

/** Under the canvas in words: whether texts fit, are readable, stay inside, and whether the price is the store's. */
export function Verdicts({ size, design, onUpdatePrice }: Props) {
  const { t } = useTranslation("designer");
  const { texts, is_price_safe } = size;
  const long = texts.filter(({ fits }) => !fits);
  const faint = texts.filter(({ is_readable }) => !is_readable);
  const outside = [
    ...texts.filter(({ is_safe }) => !is_safe).map(({ key }) => key),
    ...(is_price_safe === false ? (["price"] as const) : []),
  ];
  const weakest = Math.min(...texts.map(({ contrast }) => contrast));
  const tag = design.sizes[size.placement]?.find(({ kind }) => kind === "price");
  const isPriceSame = tag?.kind === "price" && tag.amount_halalas === design.store_price_halalas;
  return (
    <ul className={classes.verdicts}>
      {long.length === 0 ? <Verdict isGood>{t("verdict.fits")}</Verdict> : null}
      {long.map(({ key }) => (
        <Verdict key={key}>{t("verdict.does_not_fit", { layer: t(`layers.${key}`) })}</Verdict>
      ))}
      {faint.length === 0 && texts.length > 0 ? (
        <Verdict isGood>{t("verdict.contrast", { ratio: `${weakest}:1` })}</Verdict>
      ) : null}
      {faint.map(({ key, contrast }) => (
        <Verdict key={key}>
          {t("verdict.low_contrast", { layer: t(`layers.${key}`), ratio: `${contrast}:1` })}
        </Verdict>
      ))}
      {outside.length === 0 ? <Verdict isGood>{t("verdict.safe")}</Verdict> : null}
      {outside.map((key) => (
        <Verdict key={key}>{t("verdict.not_safe", { layer: t(`layers.${key}`) })}</Verdict>
      ))}
      {tag && !tag.is_hidden ? (
        isPriceSame ? (
          <Verdict isGood>{t("verdict.price_same")}</Verdict>
        ) : (
          <Verdict>
            {t("verdict.price_changed")}
            <Button size="compact-sm" variant="default" onClick={onUpdatePrice}>
              {t("verdict.update_price")}
            </Button>
          </Verdict>
        )
      ) : null}
    </ul>
  );
}

function Verdict({ isGood = false, children }: { isGood?: boolean; children: ReactNode }) {
  return (
    <li className={classes.verdict} data-good={isGood}>
      {isGood ? <IconCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
      <span>{children}</span>
    </li>
  );
}
