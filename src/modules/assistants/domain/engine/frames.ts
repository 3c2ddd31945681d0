import type { Tongue } from "../../contract/writer-enums.ts";
import type { Frames } from "./frame-keys.ts";
import { englishFrames } from "./frames-english.ts";
import { saudiFrames } from "./frames-saudi.ts";
import { standardFrames } from "./frames-standard.ts";
import { whiteFrames } from "./frames-white.ts";

export const framesByTongue: Record<Tongue, Frames> = {
  saudi: saudiFrames,
  white: whiteFrames,
  standard: standardFrames,
  english: englishFrames,
};
