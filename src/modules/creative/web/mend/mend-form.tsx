import { Button } from "@mantine/core";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { ProgressBar } from "#base/web/kit/progress.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useObjectUrl } from "#base/web/runtime/use-object-url.ts";
import { checkFile, type FileProblem } from "../../domain/check-file.ts";
import { type Framing, startFraming } from "../../domain/framing.ts";
import { changeFraming, type MediaTarget, startFramings } from "../../domain/media-targets.ts";
import { usualSecond } from "../files/capture-frame.ts";
import { FileProblems } from "../picker/file-problems.tsx";
import type { MendableFile, ReadyFile } from "../picker/use-intake.ts";
import { CropStage } from "./crop-stage.tsx";
import { FillChoice } from "./fill-choice.tsx";
import { FrameSlider } from "./frame-slider.tsx";
import classes from "./mend.module.css";
import { TargetChoice } from "./target-choice.tsx";
import { findTrimProblem, startTrim } from "./trim.ts";
import { TrimFields } from "./trim-fields.tsx";
import { useCanEncode } from "./use-can-encode.ts";
import { useMending } from "./use-mending.ts";

type Props = { one: MendableFile; onDone: (files: ReadyFile[]) => void; onClose: () => void };

const needs = (problems: readonly FileProblem[], remedy: FileProblem["remedy"]) =>
  problems.some((problem) => problem.remedy === remedy);

/** What is wrong with the file, and each choice that mends it. */
export function MendForm({ one, onDone, onClose }: Props) {
  const { t } = useTranslation("creative");
  const { file, facts, targets } = one;
  const isVideo = facts.kind === "video";
  const shapes = useShapes(targets);
  const { limits } = shapes.shown;
  const problems = checkFile(facts, [limits]);
  const isCut = needs(problems, "trim");
  const size = { width: limits.width ?? facts.width, height: limits.height ?? facts.height };
  const [trim, setTrim] = useState(() => startTrim(facts.seconds ?? 0, limits.seconds));
  const [coverSecond, setCoverSecond] = useState(usualSecond);
  const mending = useMending(one, onDone);
  const isPossible = useCanEncode(isVideo ? size : null, needsSound(facts));
  const wrongTrim = isCut ? findTrimProblem(trim, facts.seconds ?? 0, limits.seconds) : null;
  return (
    <div className={classes.stack}>
      <div>
        <strong>
          <UserText>{file.name}</UserText>
        </strong>
        <FileProblems problems={problems} />
      </div>
      <TargetChoice {...shapes} targets={targets} />
      {needs(problems, "frame") ? (
        <>
          <FillChoice
            value={shapes.framing.fill}
            onChange={(fill) => shapes.onFrame((before) => ({ ...before, fill }))}
          />
          <CropStage source={facts} target={size} framing={shapes.framing} onChange={shapes.onFrame}>
            {() => <Source file={file} isVideo={isVideo} />}
          </CropStage>
        </>
      ) : null}
      {isCut ? (
        <TrimFields value={trim} error={wrongTrim} limits={limits.seconds} onChange={setTrim} />
      ) : null}
      {isVideo ? <Cover file={file} second={coverSecond} onSecond={setCoverSecond} /> : null}
      {isPossible === false ? <ErrorLine>{t("mend.cannot_encode")}</ErrorLine> : null}
      {mending.failure ? <ErrorLine>{t(`mend.${mending.failure}`)}</ErrorLine> : null}
      {mending.progress === null ? null : <ProgressBar value={mending.progress} label={t("mend.working")} />}
      <div className={classes.foot}>
        <Button variant="default" onClick={mending.progress === null ? onClose : mending.stop}>
          {t(mending.progress === null ? "mend.drop" : "mend.stop")}
        </Button>
        <Button
          loading={mending.progress !== null}
          disabled={isPossible !== true || wrongTrim !== null || shapes.parts.length === 0}
          onClick={() => void mending.run({ parts: shapes.parts, trim: isCut ? trim : null, coverSecond })}
        >
          {t("mend.use")}
        </Button>
      </div>
    </div>
  );
}

/** The shapes to make of the file, the one on the screen, and the framing of each. */
function useShapes(targets: readonly MediaTarget[]) {
  const [framings, setFramings] = useState(() => startFramings(targets));
  const [chosen, setChosen] = useState<readonly string[]>(() => targets.map(({ id }) => id));
  const [shownId, setShownId] = useState(targets[0]?.id ?? "");
  const shown = targets.find(({ id }) => id === shownId) ?? targets[0];
  if (!shown) throw new Error("a mendable file has a target");
  const getFraming = (id: string) => framings.byTarget[id] ?? startFraming;
  return {
    shown,
    chosen,
    framing: getFraming(shown.id),
    onFrame: (change: (before: Framing) => Framing) =>
      setFramings((before) =>
        changeFraming(before, shown.id, change(before.byTarget[shown.id] ?? startFraming)),
      ),
    parts: targets
      .filter(({ id }) => chosen.includes(id))
      .map((target) => ({ target, framing: getFraming(target.id) })),
    onShow: setShownId,
    onChoose: (id: string, isChosen: boolean) =>
      setChosen(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id)),
  };
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
