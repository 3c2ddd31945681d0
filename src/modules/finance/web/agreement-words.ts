import { useTranslation } from "react-i18next";
import type { DifferenceKind } from "../contract/enums.ts";

const named = ["moyasar", "tap", "meta", "snapchat", "tiktok", "x", "google"] as const;
const isNamed = (source: string): source is (typeof named)[number] =>
  (named as readonly string[]).includes(source);

/** A gateway or a platform as people call it; one without a text is shown by its own name. */
export function useSourceName(): (source: string) => string {
  const { t } = useTranslation("finance");
  return (source) => (isNamed(source) ? t(`agreement.sources.${source}`) : source);
}

/** Whose books a kind compares. */
export function toBooks(kind: DifferenceKind): "gateway" | "ledger" | "sale" | "spend" {
  if (kind === "spend") return "spend";
  if (kind.startsWith("ledger_")) return "ledger";
  return kind.startsWith("sale") ? "sale" : "gateway";
}
