import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { type ComingName, comingPages } from "./coming-names.ts";
import classes from "./coming-page.module.css";
import { Drawing } from "./drawings.tsx";

/** Says that this part does not exist yet and what is planned for it: shapes instead of figures, and no buttons. */
export function Coming({ what }: { what: ComingName }) {
  const { t } = useTranslation("coming");
  const { drawing, link } = comingPages[what];
  const points = t(`${what}.points`, { returnObjects: true, defaultValue: [] }) as unknown;
  const lines = Array.isArray(points) ? points.map(String) : [];
  return (
    <>
      <PageHeader title={t(`${what}.title`)} />
      <Card>
        <div className={classes.coming}>
          <div className={classes.drawing}>
            <Drawing name={drawing} />
          </div>
          <div className={classes.words}>
            <span className={classes.tag}>{t("tag")}</span>
            <p className={classes.lead}>{t(`${what}.lead`)}</p>
            {lines.length > 0 ? (
              <>
                <p className={classes.planned}>{t("planned")}</p>
                <ul className={classes.points}>
                  {lines.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </>
            ) : null}
            {link ? (
              <Link to={link} className={classes.link}>
                {t(`${what}.link`)}
              </Link>
            ) : null}
          </div>
        </div>
      </Card>
    </>
  );
}
