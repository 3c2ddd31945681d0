import { useQuery } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import type { SpeechCalls } from "../contract/speech.calls.ts";

/** The speech calls, typed by their contract alone. */
export const call = makeCaller<SpeechCalls>();

const speechKeys = { state: ["speech", "state"] as const };

/** Whether speech can be written down. */
export const useSpeechState = () =>
  useQuery({
    queryKey: speechKeys.state,
    queryFn: ({ signal }) => call("GET Clients/Speech/state", { signal, quiet: true }),
  });
