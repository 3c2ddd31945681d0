import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { speechCalls } from "../contract/speech.calls.ts";
import { loadState } from "./load-state.ts";
import type { SpeechDeps } from "./speech.deps.ts";
import { transcribeRecording } from "./transcribe-recording.ts";

export function mountSpeech(app: FastifyInstance, http: HttpContext, deps: SpeechDeps): void {
  mountCalls(app, http, speechCalls, {
    "GET Clients/Speech/state": ({ ctx }) => loadState(deps)(ctx),
    "POST Clients/Speech/transcriptions": ({ ctx, body, file, signal }) =>
      transcribeRecording(deps)(ctx, { ...body, file }, signal),
  });
}
