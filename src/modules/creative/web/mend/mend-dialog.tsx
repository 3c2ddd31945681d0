import { Button, Modal } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { ProgressBar } from "#base/web/kit/progress.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { FileProblem } from "../../domain/check-file.ts";
import { type Framing, type Size, startFraming } from "../../domain/framing.ts";
import { captureFrameAt, usualSecond } from "../files/capture-frame.ts";
import { FileProblems } from "../picker/file-problems.tsx";
import type { MendableFile } from "../picker/use-intake.ts";
import { CropStage } from "./crop-stage.tsx";
import { FillChoice } from "./fill-choice.tsx";
import { FrameSlider } from "./frame-slider.tsx";
import classes from "./mend.module.css";
import { startTrim, TrimFields, trimProblem } from "./trim-fields.tsx";
import { useCanEncode } from "./use-can-encode.ts";
import { useMending } from "./use-mending.ts";
import { useObjectUrl } from "./use-object-url.ts";

type Props = {
  one: MendableFile;
  /** The mended file, and the picture a video is shown by. */
  onDone: (file: File, poster: Blob | null) => void;
  onClose: () => void;
};

/** A file that cannot be sent as it is: says why, and mends it here, on this device. */
export function MendDialog({ one, onDone, onClose }: Props) {
  const { t } = useTranslation(["creative", "base"]);
  const isWide = useIsAtLeast("tablet");
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={!isWide}
      size="lg"
      title={<strong>{t("mend.title")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
      // A touch beside the picture while it is dragged must not lose the work.
      closeOnClickOutside={false}
    >
      <MendForm one={one} onDone={onDone} onClose={onClose} />
    </Modal>
  );
}

const needs = (problems: readonly FileProblem[], remedy: FileProblem["remedy"]) =>
  problems.some((problem) => problem.remedy === remedy);

function MendForm({ one, onDone, onClose }: Props) {
  const { t } = useTranslation(["creative", "base"]);
  const { file, facts, problems, limits } = one;
  const source: Size = facts;
  const target: Size = { width: limits.width ?? facts.width, height: limits.height ?? facts.height };
  const isVideo = facts.kind === "video";
  const [framing, setFraming] = useState<Framing>(startFraming);
  const [trim, setTrim] = useState(() => startTrim(facts.seconds ?? 0, limits.seconds));
  const [second, setSecond] = useState(usualSecond);
  const isCut = needs(problems, "trim");
  const mending = useMending(one, async (mended) => {
    // The cover has the mended video's shape, and its seconds.
    const at = isCut ? second - trim.start : second;
    onDone(mended, isVideo ? await captureFrameAt(mended, at) : null);
  });
  const isPossible = useCanEncode(isVideo ? target : null, needsSound(facts));
  const isFramed = needs(problems, "frame");
  const wrongTrim = isCut ? trimProblem(trim, facts.seconds ?? 0, limits.seconds) : null;
  const run = () =>
    void mending.run({ target, framing: isFramed ? framing : null, trim: isCut ? trim : null });
  return (
    <div className={classes.stack}>
      <div>
        <strong>
          <UserText>{file.name}</UserText>
        </strong>
        <FileProblems problems={problems} />
      </div>
      {isFramed ? (
        <>
          <FillChoice value={framing.fill} onChange={(fill) => setFraming({ ...framing, fill })} />
          <CropStage source={source} target={target} framing={framing} onChange={setFraming}>
            {() => <Source file={file} isVideo={isVideo} />}
          </CropStage>
        </>
      ) : null}
      {isCut ? (
        <TrimFields value={trim} error={wrongTrim} limits={limits.seconds} onChange={setTrim} />
      ) : null}
      {isVideo ? <Cover file={file} second={second} onSecond={setSecond} /> : null}
      {isPossible === false ? <ErrorLine>{t("mend.cannot_encode")}</ErrorLine> : null}
      {mending.failure ? <ErrorLine>{t(`mend.${mending.failure}`)}</ErrorLine> : null}
      {mending.progress === null ? null : <ProgressBar value={mending.progress} label={t("mend.working")} />}
      <div className={classes.foot}>
        <Button variant="default" onClick={mending.progress === null ? onClose : mending.stop}>
          {t(mending.progress === null ? "mend.drop" : "mend.stop")}
        </Button>
        <Button
          loading={mending.progress !== null}
          disabled={isPossible !== true || wrongTrim !== null}
          onClick={run}
        >
          {t("mend.use")}
        </Button>
      </div>
    </div>
  );
}

/** Sound in AAC is copied; any other has to be encoded. */
const needsSound = ({ audioCodec, hasUnknownSound }: MendableFile["facts"]): boolean =>
  hasUnknownSound === true || (audioCodec !== null && audioCodec !== "aac");

type CoverProps = { file: File; second: number; onSecond: (second: number) => void };

function Cover({ file, ...slider }: CoverProps) {
  const url = useObjectUrl(file);
  const player = useRef<HTMLVideoElement>(null);
  return url === "" ? null : <FrameSlider url={url} player={player} {...slider} />;
}

/** The file itself, as the frame shows it. */
function Source({ file, isVideo }: { file: File; isVideo: boolean }) {
  const url = useObjectUrl(file);
  if (url === "") return null;
  return isVideo ? (
    <video src={url} muted loop autoPlay playsInline />
  ) : (
    <img src={url} alt="" draggable={false} />
  );
}
