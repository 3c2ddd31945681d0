import { useTranslation } from "react-i18next";
import type { CallToAction } from "#modules/ad-accounts/contract/platforms.ts";
import type { AdStructure } from "../../contract/ad-structure.ts";
import classes from "./structure-guide.module.css";

const parts = ["hook", "proof", "offer"] as const;

/** How the ad is to be built, beside the fields of its texts: what each part does, and no wording. */
export function StructureGuide({ structure, call }: { structure: AdStructure; call: CallToAction }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  return (
    <aside className={classes.guide} aria-label={t("structure.title")}>
      <strong>{t("structure.title")}</strong>
      <p>{t("structure.words")}</p>
      <dl>
        {parts.map((part) => {
          const value = structure[part];
          return value === null ? null : (
            <div key={part}>
              <dt>{t(`structure.${part}`)}</dt>
              <dd>
                <strong>{t(`campaigns:structure.${part}s.${value}`)}</strong>
                <span>{t(`structure.${part}_guides.${value}`)}</span>
              </dd>
            </div>
          );
        })}
        <div>
          <dt>{t("structure.call")}</dt>
          <dd>
            <strong>{t(`campaigns:calls_to_action.${call}`)}</strong>
            <span>{t("structure.call_guide")}</span>
          </dd>
        </div>
      </dl>
    </aside>
  );
}
