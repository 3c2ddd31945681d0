import { IconArrowRight, IconBuildingStore, IconChartHistogram, IconWallet } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Brand } from "#base/web/kit/brand.tsx";
import { LanguageSwitch } from "#base/web/kit/language-switch.tsx";
import { usePageTitle } from "#base/web/kit/page.tsx";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import { AuthDrawing } from "./auth-drawing.tsx";
import classes from "./auth-frame.module.css";

const points = [
  { key: "auth.point_store", Icon: IconBuildingStore },
  { key: "auth.point_wallet", Icon: IconWallet },
  { key: "auth.point_figures", Icon: IconChartHistogram },
] as const;

/** The layout of sign-in: on a desktop the words on palm beside the form, on a phone a palm head above its card. */
export function AuthFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation("merchants");
  return (
    <div className={classes.frame}>
      <header className={classes.story}>
        <div className={classes.top}>
          <Brand size={38} />
          <span className={classes.phoneOnly}>
            <LanguageSwitch />
          </span>
        </div>
        <div className={classes.words}>
          <p className={classes.slogan}>{t("auth.slogan")}</p>
          <p className={classes.lead}>{t("auth.lead")}</p>
        </div>
        <div className={classes.desktopOnly}>
          <AuthDrawing />
          <ul className={classes.points}>
            {points.map(({ key, Icon }) => (
              <li key={key}>
                <Icon size={22} aria-hidden />
                <span>{t(key)}</span>
              </li>
            ))}
          </ul>
        </div>
      </header>
      <main className={classes.side}>
        <div className={classes.corner}>
          <LanguageSwitch />
        </div>
        <div className={classes.card}>{children}</div>
      </main>
    </div>
  );
}

/**
 * One step of sign-in: its heading, a line, the form. The first field that needs input gets the focus, also when the
 * language was changed, whose switch took it.
 */
export function AuthStepView({
  title,
  lead,
  onBack,
  children,
}: {
  title: string;
  lead?: ReactNode;
  onBack?: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation("base");
  const container = useRef<HTMLDivElement>(null);
  const language = useLanguage();
  usePageTitle(title);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language focuses the field again
  useEffect(() => {
    const fields = [
      ...(container.current?.querySelectorAll<HTMLInputElement>("input:not([disabled])") ?? []),
    ];
    (fields.find((field) => field.value === "") ?? fields[0])?.focus();
  }, [language]);
  return (
    <div ref={container} className={classes.step}>
      {onBack ? (
        <button type="button" className={classes.back} onClick={onBack} aria-label={t("back")}>
          {/* Back points to the start of the line: right in Arabic, left in English. */}
          <IconArrowRight size={22} aria-hidden className={classes.backArrow} />
        </button>
      ) : null}
      <h1 className={classes.title} tabIndex={-1}>
        {title}
      </h1>
      {lead ? <p className={classes.stepLead}>{lead}</p> : null}
      {children}
    </div>
  );
}
