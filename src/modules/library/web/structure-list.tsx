import { useTranslation } from "react-i18next";
import type { LibraryItem } from "../contract/library-shapes.ts";
import classes from "./library.module.css";

const parts = ["hook", "proof", "offer"] as const;

export const hasStructure = ({ structure }: Pick<LibraryItem, "structure">): boolean =>
  parts.some((part) => structure[part] !== null);

/** How an item is built: its four parts, each by its name. */
export function StructureList({ item }: { item: LibraryItem }) {
  const { t } = useTranslation(["library", "campaigns"]);
  if (!hasStructure(item))
    return item.source === "library" ? (
      <p className={classes.small}>{t("library:structure.unknown")}</p>
    ) : null;
  const { structure, call_to_action: call } = item;
  return (
    <dl className={classes.structure} aria-label={t("library:structure.title")}>
      {parts.map((part) => {
        const value = structure[part];
        return (
          <div key={part} data-none={value === null}>
            <dt>{t(`library:structure.${part}`)}</dt>
            <dd>
              {value === null ? t("library:structure.none") : t(`campaigns:structure.${part}s.${value}`)}
            </dd>
          </div>
        );
      })}
      <div data-none={call === null}>
        <dt>{t("library:structure.call")}</dt>
        <dd>{call === null ? t("library:structure.none") : t(`campaigns:calls_to_action.${call}`)}</dd>
      </div>
    </dl>
  );
}
