import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { rulesCalls } from "../contract/rules.calls.ts";
import { answerQuestion } from "./answer-question.ts";
import { backTestRule } from "./back-test-rule.ts";
import { changeSettings, stopAllRules } from "./change-settings.ts";
import { listRules } from "./control-rules.store.ts";
import type { RulesDeps } from "./deps.ts";
import { showActs, showEvaluations, showQuestions, showRule, showRules } from "./list-rules.ts";
import { presentActs, toRefusalText } from "./rules.present.ts";
import { changeRule, createRule, removeRule, setRuleStatus } from "./save-rule.ts";
import { undoAct } from "./undo-act.ts";

export function mountRules(app: FastifyInstance, context: HttpContext, deps: RulesDeps): void {
  const show = showRule(deps);
  mountCalls(app, context, rulesCalls, {
    "GET Clients/ControlRules/index": ({ ctx }) => showRules(deps)(ctx),
    "GET Clients/ControlRules/{id}": ({ ctx, params }) => show(ctx, params.id),
    "POST Clients/ControlRules/create": async ({ ctx, body }) =>
      show(ctx, (await createRule(deps)(ctx, body)).id),
    "PUT Clients/ControlRules/{id}": async ({ ctx, params, body }) =>
      show(ctx, (await changeRule(deps)(ctx, params.id, body)).id),
    "DELETE Clients/ControlRules/{id}": ({ ctx, params }) => removeRule(ctx, params.id),
    "POST Clients/ControlRules/{id}/status": async ({ ctx, params, body }) =>
      show(ctx, (await setRuleStatus(deps)(ctx, { ...body, id: params.id })).id),
    "POST Clients/ControlRules/back-test": ({ ctx, body }) => backTestRule(deps)(ctx, body),
    "GET Clients/ControlRules/acts": ({ ctx, query, language }) => showActs(deps)(ctx, query, language),
    "GET Clients/ControlRules/{id}/evaluations": ({ ctx, params, query }) =>
      showEvaluations(deps)(ctx, params.id, query),
    "POST Clients/ControlRules/acts/{id}/undo": async ({ ctx, params, language }) => {
      const act = await undoAct(deps)(ctx, params.id);
      const [presented] = await presentActs(deps)(ctx, [act], { rules: await listRules(ctx), language });
      return presented ?? baseRefusals.refuse("base.not_found");
    },
    "GET Clients/ControlRules/questions": ({ ctx }) => showQuestions(deps)(ctx),
    "POST Clients/ControlRules/questions/{id}/answer": async ({ ctx, params, body, language }) => {
      const { state, act } = await answerQuestion(deps)(ctx, { id: params.id, answer: body.answer });
      return { state, refusal: act?.refusal ? toRefusalText(deps.messages, language, act.refusal) : null };
    },
    "PUT Clients/ControlRules/settings": ({ ctx, body }) => changeSettings(deps)(ctx, body),
    "POST Clients/ControlRules/stop-all": ({ ctx, body }) => stopAllRules(ctx, body),
  });
}
