import { useTranslation } from "react-i18next";
import type { Promises } from "../contract/promises.ts";
import { rankedFrom } from "../domain/rank-consultants.ts";

/** How many of a consultant's measured promises were kept, with their rank once there are enough to compare. */
export function PromisesKept({ promises: { kept, measured, rank, ranked_of } }: { promises: Promises }) {
  const { t } = useTranslation("consultations");
  if (measured === 0) return t("promises.none");
  const words = t("promises.kept", { kept, count: measured });
  if (rank === null || ranked_of === null)
    return `${words} · ${t("promises.too_few", { count: rankedFrom })}`;
  // Alone there is nobody to be compared with.
  return ranked_of > 1 ? `${words} · ${t("promises.rank", { rank, count: ranked_of })}` : words;
}
