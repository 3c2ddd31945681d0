import { defineModule } from "#base/server/module.ts";
import { count } from "#base/server/settings.ts";
import { speechAbilities } from "../contract/speech.abilities.ts";
import { speechCalls } from "../contract/speech.calls.ts";
import { speechRefusals } from "../contract/speech.refusals.ts";
import { speechData } from "./speech.personal-data.ts";
import { mountSpeech } from "./speech.routes.ts";
import type { SpeechModel } from "./speech-model.port.ts";

export const server = defineModule({
  name: "speech",
  layer: 4,
  needs: ["billing"],
  ports: ["speechModels"],
  calls: speechCalls,
  refusals: speechRefusals,
  abilities: [speechAbilities],
  settings: { SPEECH_SECONDS_PER_DAY: count(1_200) },
  personalData: speechData,
  build({ facades: { billing }, ports: { speechModels: models }, settings, ...shared }) {
    const deps = { ...shared, billing, models, secondsPerDay: settings.SPEECH_SECONDS_PER_DAY };
    return { mount: (app, http) => mountSpeech(app, http, deps) };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    speech: { layer: 4 };
  }
  interface PortRegistry {
    /** Speech models in the order in which they are asked; none where no endpoint is set. */
    speechModels: readonly SpeechModel[];
  }
}
