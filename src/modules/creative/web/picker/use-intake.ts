import { useState } from "react";
import { logProblem } from "#base/web/runtime/problems.ts";
import type { Media } from "../../contract/creative.calls.ts";
import type { AcceptedMedia } from "../../contract/uploads.ts";
import {
  checkFile,
  type FileFacts,
  type FileProblem,
  findLimits,
  isMendable,
} from "../../domain/check-file.ts";
import { captureFrameAt } from "../files/capture-frame.ts";
import { nameFile } from "../files/name-file.ts";
import { readFacts } from "../files/read-facts.ts";
import { addUpload } from "../uploads/app-uploads.ts";
import type { UploadPlace } from "../uploads/upload-queue.ts";

/** A file that cannot be sent as it is, and why. */
export type CheckedFile = { file: File; facts: FileFacts; problems: FileProblem[] };
/** One that can be mended here, with the limits it has to meet. */
export type MendableFile = CheckedFile & { limits: AcceptedMedia };

type Options = {
  accepted: readonly AcceptedMedia[];
  place: UploadPlace;
  /** An upload has been added to the queue under this id. */
  onAdded?: (uploadId: string) => void;
  onDone?: (media: Media) => void;
};

/**
 * Takes chosen files: each is read and checked on this device, sent when it is right, offered for mending when that
 * helps, and refused with the reasons otherwise.
 */
export function useIntake({ accepted, place, onAdded, onDone }: Options) {
  const [checking, setChecking] = useState(0);
  const [mendable, setMendable] = useState<readonly MendableFile[]>([]);
  const [refused, setRefused] = useState<readonly CheckedFile[]>([]);

  function send(file: File, poster?: Blob | null): void {
    const { id, settled } = addUpload({ file, place, ...(poster ? { poster } : {}) });
    onAdded?.(id);
    void settled.then((media) => media && onDone?.(media));
  }

  async function check(file: File): Promise<void> {
    const facts = await readFacts(file);
    const problems = checkFile(facts, accepted);
    const limits = findLimits(facts.kind, accepted);
    if (problems.length === 0) {
      const named = nameFile(file, file.name, facts.mime ?? file.type, file.lastModified);
      send(named, facts.kind === "video" ? await captureFrameAt(file) : null);
    } else if (limits && isMendable(problems)) {
      setMendable((before) => [...before, { file, facts, problems, limits }]);
    } else {
      setRefused((before) => [...before, { file, facts, problems }]);
    }
  }

  return {
    /** How many chosen files are still being read. */
    checking,
    /** The file to mend next. */
    mending: mendable[0] ?? null,
    refused,
    async take(files: readonly File[]): Promise<void> {
      setRefused([]);
      setChecking((count) => count + files.length);
      for (const file of files) {
        await check(file).catch((cause: unknown) => {
          // The file was moved or deleted after it was chosen.
          logProblem("a chosen file could not be read", cause);
          const facts = { ...unreadable, bytes: file.size };
          setRefused((before) => [...before, { file, facts, problems: [brokenFile] }]);
        });
        setChecking((count) => count - 1);
      }
    },
    /** The first mendable file is mended: it is sent in place of the original. */
    sendMended(file: File, poster: Blob | null): void {
      setMendable((before) => before.slice(1));
      send(file, poster);
    },
    /** The first mendable file is not sent. */
    dropMending: () => setMendable((before) => before.slice(1)),
    clearRefused: () => setRefused([]),
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
