import type { FastifyInstance } from "fastify";
import type { ReadContext } from "#base/server/context.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { plannerCalls } from "../contract/planner.calls.ts";
import { writerCalls } from "../contract/writer.calls.ts";
import { findAnswer, listAnswerHeads, listVersions } from "./answers.store.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";
import { changePlan, undoPlanChange } from "./change-plan.ts";
import { editVersion, keepFavourite, removeAnswer } from "./keep-versions.ts";
import { loadState } from "./load-state.ts";
import { makePlan } from "./make-plan.ts";
import { prepareNew, prepareRevision } from "./prepare-request.ts";
import { presentAnswer, presentSummary } from "./present-answer.ts";
import { showLatestPlan } from "./present-plan.ts";
import { stopPlan } from "./stop-plan.ts";
import { takePlanPictures } from "./take-plan-pictures.ts";
import { useInDraft } from "./use-in-draft.ts";
import { writeAnswer } from "./write-answer.ts";

export function mountAssistants(app: FastifyInstance, http: HttpContext, deps: AssistantsDeps): void {
  const prepare = prepareNew(deps);
  const prepareAgain = prepareRevision(deps);
  const write = writeAnswer(deps);
  mountCalls(app, http, plannerCalls, {
    "POST Clients/CampaignPlanner/plans": async ({ ctx, body: { request_key, ...input } }) =>
      makePlan(deps)(ctx, { requestKey: request_key, input }),
    "GET Clients/CampaignPlanner/plans/latest": ({ ctx }) => showLatestPlan(deps, ctx),
    "POST Clients/CampaignPlanner/plans/{id}/stop": ({ ctx, params }) => stopPlan(deps)(ctx, params),
    "POST Clients/CampaignPlanner/plans/{id}/change": ({ ctx, params, body }) =>
      changePlan(deps)(ctx, { ...params, ...body }),
    "POST Clients/CampaignPlanner/plans/{id}/undo": ({ ctx, params, body }) =>
      undoPlanChange(deps)(ctx, { ...params, ...body }),
    "POST Clients/CampaignPlanner/plans/{id}/pictures": ({ ctx, params }) =>
      takePlanPictures(deps)(ctx, params),
  });
  mountCalls(app, http, writerCalls, {
    "GET Clients/DigitalWriter/state": ({ ctx }) => loadState(deps)(ctx),
    "POST Clients/DigitalWriter/answers": async ({ ctx, body, signal }) =>
      write(ctx, await prepare(ctx, body), signal),
    "POST Clients/DigitalWriter/versions/{id}/revise": async ({ ctx, params, body, signal }) => {
      const { request_key: requestKey, seed, change } = body;
      return write(ctx, await prepareAgain(ctx, { versionId: params.id, requestKey, seed, change }), signal);
    },
    "GET Clients/DigitalWriter/answers": ({ ctx, query }) => listAnswers(ctx, query),
    "GET Clients/DigitalWriter/answers/{id}": ({ ctx, params }) => showAnswer(ctx, params),
    "DELETE Clients/DigitalWriter/answers/{id}": ({ ctx, params }) => removeAnswer(ctx, params),
    "PUT Clients/DigitalWriter/versions/{id}": ({ ctx, params, body }) =>
      editVersion(deps)(ctx, { ...body, ...params }),
    "PUT Clients/DigitalWriter/versions/{id}/favourite": ({ ctx, params, body }) =>
      keepFavourite(ctx, { id: params.id, isFavourite: body.is_favourite }),
    "POST Clients/DigitalWriter/versions/{id}/draft": ({ ctx, params }) =>
      useInDraft(deps)(ctx, { versionId: params.id }),
  });
}

type ListQuery = {
  search: string;
  favourites?: "true" | undefined;
  after?: string | undefined;
  size: number;
};

async function listAnswers(ctx: ReadContext, { search, favourites, after, size }: ListQuery) {
  const heads = await listAnswerHeads(ctx, {
    search,
    favouritesOnly: favourites === "true",
    after: after ?? null,
    limit: size + 1,
  });
  const shown = heads.slice(0, size);
  return { items: shown.map(presentSummary), next: heads.length > size ? (shown.at(-1)?.id ?? null) : null };
}

async function showAnswer(ctx: ReadContext, { id }: { id: string }) {
  const row = await findAnswer(ctx, id);
  return row ? presentAnswer(row, await listVersions(ctx, id)) : baseRefusals.refuse("base.not_found");
}
