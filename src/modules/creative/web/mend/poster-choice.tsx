import { Button } from "@mantine/core";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { captureFrame, captureUsualFrame } from "../files/capture-frame.ts";
import classes from "./mend.module.css";
import { useObjectUrl } from "./use-object-url.ts";

type Props = { file: Blob; chosen: Blob | null; onChoose: (poster: Blob | null) => void };

/** The picture a video of this device is shown by: one second in, unless another moment is chosen. */
export function PosterChoice({ file, chosen, onChoose }: Props) {
  const url = useObjectUrl(file);
  const choose = useEffectEvent(onChoose);
  useEffect(() => {
    let isOver = false;
    void captureUsualFrame(file).then((frame) => isOver || choose(frame));
    return () => {
      isOver = true;
    };
  }, [file]);
  return url === "" ? null : <FrameChoice url={url} chosen={chosen} onChoose={onChoose} />;
}

type FrameProps = Omit<Props, "file"> & { url: string };

/** A player that stands still, a slider over its seconds, and the frame it stands on as a picture. */
export function FrameChoice({ url, chosen, onChoose }: FrameProps) {
  const { t } = useTranslation("creative");
  const format = useFormat();
  const sliderId = useId();
  const player = useRef<HTMLVideoElement>(null);
  const [seconds, setSeconds] = useState(0);
  const [at, setAt] = useState(0);
  const [isBroken, setBroken] = useState(false);
  const take = async () => {
    try {
      if (player.current) onChoose(await captureFrame(player.current));
    } catch {
      setBroken(true);
    }
  };
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
        onLoadedMetadata={(event) => setSeconds(event.currentTarget.duration)}
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
        value={at}
        aria-valuetext={t("mend.at_second", { second: format.number(at, 1) })}
        onChange={(event) => {
          const second = Number(event.currentTarget.value);
          setAt(second);
          if (player.current) player.current.currentTime = second;
        }}
      />
      <div className={classes.foot}>
        {chosen ? <span role="status">{t("mend.poster_chosen")}</span> : null}
        <Button variant="default" disabled={isBroken || seconds === 0} onClick={() => void take()}>
          {t("mend.take_frame")}
        </Button>
      </div>
    </div>
  );
}
