import { useState } from "react";
import { logProblem } from "#base/web/runtime/problems.ts";
import type { Media } from "../../contract/creative.calls.ts";
import type { FileFacts, FileProblem } from "../../domain/check-file.ts";
import { judgeFile } from "../../domain/judge-file.ts";
import type { MediaTarget } from "../../domain/media-targets.ts";
import { captureFrameAt, type Poster } from "../files/capture-frame.ts";
import { nameFile } from "../files/name-file.ts";
import { readFacts } from "../files/read-facts.ts";
import { addUpload } from "../uploads/app-uploads.ts";

/** A file that cannot be sent as it is, and why. */
export type CheckedFile = { file: File; facts: FileFacts; problems: FileProblem[] };
/** One that can be mended here, and the shapes it can be mended to. Never without a target. */
export type MendableFile = CheckedFile & { targets: readonly MediaTarget[] };
/** A file that is right for its target, with the picture a video is shown by. */
export type ReadyFile = { file: File; poster: Poster | null; target: MediaTarget };

type Options = {
  /** What may be chosen; the first target of a kind is the one that is expected. */
  targets: readonly MediaTarget[];
  /** Every shape is needed, not one of them. */
  isEachNeeded?: boolean;
  /** Other files are chosen. */
  onTake?: () => void;
  /** An upload has been added to the queue under this id. */
  onAdded?: (uploadId: string) => void;
  onDone?: (media: Media, uploadId: string) => void;
};

/**
 * Takes chosen files: each is read and checked on this device, sent when it is right, offered for mending when that
 * helps, and refused with the reasons otherwise.
 */
export function useIntake({ targets, isEachNeeded = false, onTake, onAdded, onDone }: Options) {
  const [checking, setChecking] = useState(0);
  const [mendable, setMendable] = useState<readonly MendableFile[]>([]);
  const [refused, setRefused] = useState<readonly CheckedFile[]>([]);

  function send({ file, poster, target }: ReadyFile, isMade: boolean): void {
    const { id, settled } = addUpload({ file, place: target.place, isMade, ...(poster ? { poster } : {}) });
    onAdded?.(id);
    void settled.then((media) => media && onDone?.(media, id));
  }

  async function check(file: File): Promise<void> {
    const facts = await readFacts(file);
    const { target, problems, mendableTo } = judgeFile(facts, targets, { isEachNeeded });
    if (target) {
      const named = nameFile(file, file.name, facts.mime ?? file.type, file.lastModified);
      const poster = facts.kind === "video" ? await captureFrameAt(file) : null;
      send({ file: named, poster, target }, false);
    }
    const one = { file, facts, problems, targets: mendableTo };
    if (mendableTo.length > 0) setMendable((before) => [...before, one]);
    else if (!target) setRefused((before) => [...before, one]);
  }

  return {
    /** How many chosen files are still being read. */
    checking,
    /** The file to mend next. */
    mending: mendable[0] ?? null,
    refused,
    async take(files: readonly File[]): Promise<void> {
      onTake?.();
      setRefused([]);
      setChecking((count) => count + files.length);
      for (const file of files) {
        await check(file).catch((cause: unknown) => {
          // The file was moved or deleted after it was chosen.
          logProblem("a chosen file could not be read", cause);
          setRefused((before) => [...before, { file, facts: unreadable, problems: [brokenFile] }]);
        });
        setChecking((count) => count - 1);
      }
    },
    /** The first mendable file is mended: what was made of it is sent in its place. */
    sendMended(files: readonly ReadyFile[]): void {
      setMendable((before) => before.slice(1));
      for (const one of files) send(one, true);
    },
    /** The first mendable file is not sent. */
    dropMending: () => setMendable((before) => before.slice(1)),
  };
}

const unreadable: FileFacts = {
  kind: null,
  mime: null,
  bytes: 0,
  width: 0,
  height: 0,
  seconds: null,
  videoCodec: null,
  audioCodec: null,
};
const brokenFile: FileProblem = { code: "broken", params: {}, remedy: null };
