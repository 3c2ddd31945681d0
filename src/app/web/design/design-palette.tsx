import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import classes from "./design-page.module.css";

/** A background and the text colour allowed on it; each pair passes AA. */
const pairs: readonly [ground: string, words: string][] = [
  ["--page", "--ink"],
  ["--card", "--ink-2"],
  ["--card", "--ink-3"],
  ["--sand", "--ink"],
  ["--palm-soft", "--palm-text"],
  ["--clay-soft", "--clay-text"],
  ["--clay-fill", "--on-fill"],
  ["--nav", "--nav-ink"],
  ["--nav", "--nav-ink-2"],
  ["--good-soft", "--good"],
  ["--bad-soft", "--bad"],
  ["--info-soft", "--info"],
  ["--waiting-soft", "--waiting"],
];

export function Palette() {
  const { t } = useTranslation("design");
  return (
    <Card title={t("colours")}>
      <div className={classes.swatches}>
        {pairs.map(([ground, words]) => (
          <div
            key={`${ground}${words}`}
            className={classes.swatch}
            style={{ background: `var(${ground})`, color: `var(${words})` }}
          >
            <span>{t("sample_word")}</span>
            <bdi dir="ltr">{`${words.slice(2)} / ${ground.slice(2)}`}</bdi>
          </div>
        ))}
      </div>
    </Card>
  );
}
