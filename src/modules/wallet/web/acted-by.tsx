import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import type { ActedBy as Actor } from "../contract/acted-by.ts";

/** Who started a movement of money, after what stands before it. */
export function ActedBy({ by }: { by: Actor }) {
  const { t } = useTranslation("wallet");
  if (by === null) return null;
  return (
    <span>
      {t("by")} {by.name === null ? t(`by_${by.kind}`) : <UserText>{by.name}</UserText>}
    </span>
  );
}
