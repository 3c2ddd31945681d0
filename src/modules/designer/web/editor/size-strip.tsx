import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { DesignDetails, DesignSize } from "../../contract/design-shapes.ts";
import { type Placement, placements } from "../../contract/placements.ts";
import { useSize } from "../designer.queries.ts";
import classes from "./editor.module.css";

/** Whether every text fits, is readable and stays inside, and the price as well. */
export const isGood = ({ texts, is_price_safe }: DesignSize) =>
  is_price_safe !== false && texts.every(({ fits, is_readable, is_safe }) => fits && is_readable && is_safe);

type Props = { design: DesignDetails; placement: Placement; onChoose: (placement: Placement) => void };

/** All sizes of the design, each with its own verdict. */
export function SizeStrip({ design, placement, onChoose }: Props) {
  const { t } = useTranslation("designer");
  return (
    <nav className={classes.sizes} aria-label={t("sizes.title")}>
      {design.placements.map((one) => (
        <SizeButton
          key={one}
          design={design}
          placement={one}
          isChosen={one === placement}
          onChoose={() => onChoose(one)}
        />
      ))}
    </nav>
  );
}

function SizeButton({
  design,
  placement,
  isChosen,
  onChoose,
}: {
  design: DesignDetails;
  placement: Placement;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { t } = useTranslation("designer");
  const { data: size } = useSize(design.id, placement, design.version);
  const { width, height } = placements[placement];
  return (
    <button type="button" className={classes.size} aria-pressed={isChosen} onClick={onChoose}>
      <span
        className={classes.shape}
        style={{
          aspectRatio: `${width} / ${height}`,
          ...(width > height ? { inlineSize: "2.75rem" } : { blockSize: "2.75rem" }),
        }}
        aria-hidden
      />
      <span className={classes.sizeWords}>
        <strong>{t(`placements.${placement}`)}</strong>
        <bdi dir="ltr">
          {width}×{height}
        </bdi>
        {size ? (
          <span className={classes.state} data-good={isGood(size)}>
            {isGood(size) ? (
              <IconCircleCheck size={16} aria-hidden />
            ) : (
              <IconAlertTriangle size={16} aria-hidden />
            )}
            {t(isGood(size) ? "sizes.good" : "sizes.review")}
          </span>
        ) : null}
      </span>
    </button>
  );
}
