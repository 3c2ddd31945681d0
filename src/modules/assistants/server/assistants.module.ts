import { defineModule } from "#base/server/module.ts";
import { count } from "#base/server/settings.ts";
import { assistantsAbilities } from "../contract/assistants.abilities.ts";
import { assistantsEvents } from "../contract/assistants.events.ts";
import { assistantsRefusals } from "../contract/assistants.refusals.ts";
import { plannerCalls } from "../contract/planner.calls.ts";
import { writerCalls } from "../contract/writer.calls.ts";
import { assistantsJobs } from "./assistants.jobs.ts";
import { assistantsData } from "./assistants.personal-data.ts";
import { mountAssistants } from "./assistants.routes.ts";
import { listEngines } from "./engines.ts";
import type { ServicePageReader } from "./service-page.port.ts";
import type { TextModel } from "./text-model.port.ts";

export const server = defineModule({
  name: "assistants",
  layer: 5,
  needs: ["stores", "ad-accounts", "creative", "figures", "billing", "campaigns"],
  ports: ["textModels", "servicePages"],
  calls: { ...plannerCalls, ...writerCalls },
  events: assistantsEvents,
  refusals: assistantsRefusals,
  abilities: [assistantsAbilities],
  settings: { WRITER_WORDS_PER_DAY: count(5_000) },
  personalData: assistantsData,
  build({ facades, ports, settings, ...shared }) {
    const engines = listEngines(ports.textModels);
    const deps = {
      ...shared,
      ...facades,
      adAccounts: facades["ad-accounts"],
      media: facades.creative,
      engines,
      servicePages: ports.servicePages,
      wordsPerDay: settings.WRITER_WORDS_PER_DAY,
    };
    return {
      mount: (app, http) => mountAssistants(app, http, deps),
      jobs: assistantsJobs(deps),
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    assistants: { layer: 5 };
  }
  interface PortRegistry {
    /** Text models in the order in which they are asked; none where no endpoint is set. */
    textModels: readonly TextModel[];
    servicePages: ServicePageReader;
  }
}
