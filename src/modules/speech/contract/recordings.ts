/* Constants alone, which pages read without the validation library. */

/** The longest recording, in seconds. */
export const recordingSecondsMax = 120;
/** What 120 seconds of uncompressed speech (48 kHz, 16 bits, one channel) take, in bytes. */
export const recordingBytesMax = 12 * 1_048_576;
/** The longest text that is sent back, in characters. */
export const transcriptMax = 4_000;

/** What recordings may be, found by their first bytes. */
export const recordingTypes = ["webm", "ogg", "mp4", "wav"] as const;
export type RecordingType = (typeof recordingTypes)[number];
