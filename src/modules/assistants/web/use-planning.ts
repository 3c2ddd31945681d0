import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { CallInput } from "#base/shared/contract.ts";
import { isApiError } from "#base/web/data/api-error.ts";
import type { Plan, PlanItem } from "../contract/plan-shapes.ts";
import type { PlanStep } from "../contract/plan-steps.ts";
import type { PlannerCalls } from "../contract/planner.calls.ts";
import type { Draft } from "../domain/engine/draft.ts";
import { plannerKeys, useStorePlan } from "./planner.queries.ts";
import { call, streamItems } from "./planner-calls.ts";
import { writerKeys } from "./writer.queries.ts";

export type PlanBody = CallInput<PlannerCalls["POST Clients/CampaignPlanner/plans"], "body">;

/** A plan while it is made: its steps that are done, and its texts as far as they are written. */
export type Planning = { id: string | null; engine: string; steps: PlanStep[]; drafts: Draft[] };

/** Sends a description and follows its plan. When the page is left the plan is made all the same. */
export function usePlanning() {
  const [planning, setPlanning] = useState<Planning | null>(null);
  const client = useQueryClient();
  const store = useStorePlan();
  const left = useRef<AbortController | null>(null);
  useEffect(() => () => left.current?.abort(), []);

  /** The finished plan; null where it was stopped, or is made by another request. Throws ApiError where it is refused. */
  async function start(body: PlanBody): Promise<Plan | null> {
    const controller = new AbortController();
    left.current = controller;
    let current: Planning = { id: null, engine: "", steps: [], drafts: [] };
    setPlanning(current);
    try {
      const items = streamItems("POST Clients/CampaignPlanner/plans", {
        body,
        signal: controller.signal,
        quiet: true,
      });
      for await (const item of items) {
        if (item.kind === "finished") {
          store(item.plan);
          return item.plan;
        }
        current = applyItem(current, item);
        setPlanning(current);
      }
    } catch (error) {
      if (controller.signal.aborted) return null;
      throw error;
    } finally {
      setPlanning(null);
      void client.invalidateQueries({ queryKey: plannerKeys.latest });
      void client.invalidateQueries({ queryKey: writerKeys.state });
    }
    return null;
  }

  /** Ends the plan with this id, or the one that is followed. */
  async function stop(id: string | null) {
    left.current?.abort();
    try {
      if (id) store(await call("POST Clients/CampaignPlanner/plans/{id}/stop", { params: { id } }));
    } catch (error) {
      // The call has said why; what stands is shown.
      if (!isApiError(error)) throw error;
      void client.invalidateQueries({ queryKey: plannerKeys.latest });
    }
  }
  return { planning, start, stop };
}

function applyItem(planning: Planning, item: Exclude<PlanItem, { kind: "finished" }>): Planning {
  if (item.kind === "started")
    return { ...planning, id: item.plan.id, engine: item.plan.engine, steps: item.plan.steps };
  if (item.kind === "step") return { ...planning, steps: [...planning.steps, item.step] };
  if (item.kind === "restarted") return { ...planning, engine: item.engine, drafts: [] };
  const drafts = [...planning.drafts];
  const before = drafts[item.number - 1] ?? { headline: "", body: "" };
  drafts[item.number - 1] = { ...before, [item.field]: before[item.field] + item.text };
  return { ...planning, drafts };
}
