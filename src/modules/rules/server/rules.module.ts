import { defineModule } from "#base/server/module.ts";
import { communicationCalls } from "../contract/communication.calls.ts";
import { rulesAbilities } from "../contract/rules.abilities.ts";
import { rulesCalls } from "../contract/rules.calls.ts";
import { rulesEvents } from "../contract/rules.events.ts";
import { rulesRefusals } from "../contract/rules.refusals.ts";
import { stopAllRules } from "./change-settings.ts";
import { communicationJobs } from "./communication/communication.jobs.ts";
import { mountCommunication } from "./communication/communication.routes.ts";
import { mountQuestions } from "./question.routes.ts";
import { makeQuestionLinks } from "./question-links.ts";
import { makeRulesFacade, type RulesFacade } from "./rules.facade.ts";
import { rulesJobs } from "./rules.jobs.ts";
import { rulesData } from "./rules.personal-data.ts";
import { mountRules } from "./rules.routes.ts";
import { rulesSubscriptions } from "./rules.subscriptions.ts";

export const server = defineModule({
  name: "rules",
  layer: 5,
  needs: ["billing", "campaigns", "figures", "merchants", "messages", "seasons", "stores"],
  calls: { ...rulesCalls, ...communicationCalls },
  events: rulesEvents,
  refusals: rulesRefusals,
  abilities: [rulesAbilities],
  personalData: rulesData,
  build({ facades: { messages: texts, ...facades }, ...shared }) {
    const questionLinks = makeQuestionLinks(shared.deriveKeys("rule questions"));
    const deps = { ...shared, ...facades, texts, questionLinks };
    return {
      facade: makeRulesFacade(deps),
      mount(app, http) {
        mountRules(app, http, deps);
        mountCommunication(app, http, deps);
        mountQuestions(app, deps);
      },
      jobs: [...rulesJobs(deps), ...communicationJobs(deps)],
      subscriptions: rulesSubscriptions(),
      personalData: {
        async stopForErasure(ctx) {
          await stopAllRules(ctx, { stopped: true });
        },
      },
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    rules: { layer: 5; facade: RulesFacade };
  }
}
