import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { BrandMark } from "#base/web/kit/brand.tsx";
import { usePlayVideo } from "../play-video.tsx";
import classes from "./intro.module.css";

const playsMs = 1500;

/**
 * The logo draws itself over a page that is already there: nothing waits for it, and a press or a key anywhere ends it.
 * The press does only that: it must not reach what lies beneath.
 */
export function Intro() {
  const { t } = useTranslation("app");
  const { playVideo, stop } = usePlayVideo();
  const end = useRef(stop);
  end.current = stop;
  useEffect(() => {
    if (!playVideo) return;
    const finish = () => end.current();
    const timer = setTimeout(finish, playsMs);
    window.addEventListener("keydown", finish);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("keydown", finish);
    };
  }, [playVideo]);
  if (!playVideo) return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: any key ends it too, and the button names it
    <div className={classes.intro} data-testid="intro" onClick={stop}>
      <div className={classes.logo} aria-hidden>
        <BrandMark size={88} drawn />
        <span className={classes.name}>{t("base:product_name")}</span>
      </div>
      <button type="button" className={classes.skip}>
        {t("skip_intro")}
      </button>
    </div>
  );
}
