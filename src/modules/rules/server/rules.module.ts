import { defineModule } from "#base/server/module.ts";
import { communicationCalls } from "../contract/communication.calls.ts";
import { rulesAbilities } from "../contract/rules.abilities.ts";
import { rulesCalls } from "../contract/rules.calls.ts";
import { rulesEvents } from "../contract/rules.events.ts";
import { rulesRefusals } from "../contract/rules.refusals.ts";
import { communicationJobs } from "./communication/communication.jobs.ts";
import { mountCommunication } from "./communication/communication.routes.ts";
import { rulesJobs } from "./rules.jobs.ts";
import { mountRules } from "./rules.routes.ts";
import { rulesSubscriptions } from "./rules.subscriptions.ts";

export const server = defineModule({
  name: "rules",
  layer: 5,
  needs: ["campaigns", "figures", "seasons", "merchants", "messages", "stores"],
  calls: { ...rulesCalls, ...communicationCalls },
  events: rulesEvents,
  refusals: rulesRefusals,
  abilities: [rulesAbilities],
  build({ facades, ...shared }) {
    const { messages: texts, ...others } = facades;
    const deps = { ...shared, ...others, texts };
    return {
      mount(app, http) {
        mountRules(app, http, deps);
        mountCommunication(app, http, deps);
      },
      jobs: [...rulesJobs(deps), ...communicationJobs(deps)],
      subscriptions: rulesSubscriptions(),
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    rules: { layer: 5 };
  }
}
