import { useTranslation } from "react-i18next";
import classes from "./brand.module.css";

/** The logo mark: a rising line on clay. `drawn` draws it once (the intro). */
export function BrandMark({ size = 36, drawn = false }: { size?: number; drawn?: boolean }) {
  return (
    <svg viewBox="0 0 64 64" width={size} height={size} aria-hidden className={classes.mark}>
      <rect width="64" height="64" rx="18" fill="#c45a32" />
      <path
        d="M15 42l12-12 8 8 14-15M38 22h11v11"
        pathLength="1"
        className={drawn ? classes.drawn : classes.line}
      />
    </svg>
  );
}

/** Mark and name together. */
export function Brand({ size = 36 }: { size?: number }) {
  const { t } = useTranslation("base");
  return (
    <span className={classes.brand}>
      <BrandMark size={size} />
      <span className={classes.name} style={{ fontSize: size * 0.66 }}>
        {t("product_name")}
      </span>
    </span>
  );
}
