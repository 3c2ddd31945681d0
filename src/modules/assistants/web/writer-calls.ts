import { makeCaller } from "#base/web/data/api.ts";
import { makeStreamer } from "#base/web/data/stream.ts";
import type { WriterCalls } from "../contract/writer.calls.ts";

/** The digital writer's calls, typed by their contract alone. */
export const call = makeCaller<WriterCalls>();
export const streamItems = makeStreamer<WriterCalls>();
