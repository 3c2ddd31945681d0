import { type RefObject, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import classes from "./mend.module.css";

type Props = {
  url: string;
  /** The player that stands on the chosen frame. */
  player: RefObject<HTMLVideoElement | null>;
  /** The second it stands on. */
  second: number;
  onSecond: (second: number) => void;
};

/** A silent player that stands still, and a slider over its seconds: the frame it stands on is the cover. */
export function FrameSlider({ url, player, second, onSecond }: Props) {
  const { t } = useTranslation("creative");
  const format = useFormat();
  const sliderId = useId();
  const [seconds, setSeconds] = useState(0);
  const [isBroken, setBroken] = useState(false);
  return (
    <div className={classes.stack}>
      <label htmlFor={sliderId}>{t("mend.poster")}</label>
      <video
        ref={player}
        src={url}
        className={classes.player}
        muted
        playsInline
        preload="auto"
        onLoadedMetadata={({ currentTarget }) => {
          setSeconds(currentTarget.duration);
          currentTarget.currentTime = Math.min(second, currentTarget.duration / 2);
        }}
        onError={() => setBroken(true)}
      />
      {isBroken ? <ErrorLine>{t("mend.poster_broken")}</ErrorLine> : null}
      <input
        id={sliderId}
        type="range"
        className={classes.range}
        min={0}
        max={seconds}
        step={0.1}
        value={second}
        disabled={isBroken || seconds === 0}
        aria-valuetext={t("mend.at_second", { second: format.number(second, 1) })}
        onChange={(event) => {
          const chosen = Number(event.currentTarget.value);
          onSecond(chosen);
          if (player.current) player.current.currentTime = chosen;
        }}
      />
    </div>
  );
}
