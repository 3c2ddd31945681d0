import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { text } from "#base/web/runtime/i18n.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { ControlRuleFields } from "../contract/control-rule.ts";
import type { Answer, Mode, RuleStatus } from "../contract/enums.ts";
import { call } from "./rules-calls.ts";

export const rulesKeys = {
  all: ["rules"] as const,
  index: ["rules", "index"] as const,
  rule: (id: string) => ["rules", "rule", id] as const,
  acts: (ruleId: string | null, language: string) => ["rules", "acts", ruleId, language] as const,
  questions: ["rules", "questions"] as const,
  evaluations: (ruleId: string) => ["rules", "evaluations", ruleId] as const,
  backTest: (rule: ControlRuleFields) => ["rules-back-test", rule] as const,
};

export const useRules = () =>
  useQuery({
    queryKey: rulesKeys.index,
    queryFn: ({ signal }) => call("GET Clients/ControlRules/index", { signal, quiet: true }),
  });

export const useRule = (id: string) =>
  useQuery({
    queryKey: rulesKeys.rule(id),
    queryFn: ({ signal }) => call("GET Clients/ControlRules/{id}", { params: { id }, signal, quiet: true }),
  });

/** What one rule did, or all of them; newest first. */
export function useActs(ruleId: string | null) {
  const language = useLanguage();
  return useInfiniteQuery({
    queryKey: rulesKeys.acts(ruleId, language),
    queryFn: ({ signal, pageParam }) =>
      call("GET Clients/ControlRules/acts", {
        query: {
          size: 10,
          ...(ruleId === null ? {} : { rule_id: ruleId }),
          ...(pageParam === null ? {} : { after: pageParam }),
        },
        signal,
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

export const useEvaluations = (ruleId: string) =>
  useInfiniteQuery({
    queryKey: rulesKeys.evaluations(ruleId),
    queryFn: ({ signal, pageParam }) =>
      call("GET Clients/ControlRules/{id}/evaluations", {
        params: { id: ruleId },
        query: { size: 10, ...(pageParam === null ? {} : { after: pageParam }) },
        signal,
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** What rules ask now. */
export const useQuestions = () =>
  useQuery({
    queryKey: rulesKeys.questions,
    queryFn: ({ signal }) => call("GET Clients/ControlRules/questions", { signal, quiet: true }),
  });

/** What a rule would have done; null while nothing is to be tried. A minute old is fresh: it looks at whole days. */
export const useBackTest = (rule: ControlRuleFields | null) =>
  useQuery({
    queryKey: rulesKeys.backTest(rule ?? ({} as ControlRuleFields)),
    queryFn: ({ signal }) =>
      call("POST Clients/ControlRules/back-test", { body: rule as ControlRuleFields, signal, quiet: true }),
    enabled: rule !== null,
    staleTime: 60_000,
  });

/** Everything of the rules is loaded again after each change: what they may do together may have changed. */
function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: rulesKeys.all });
}

export function useSetRuleStatus(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (state: { status: RuleStatus; mode: Mode }) =>
      call("POST Clients/ControlRules/{id}/status", { params: { id }, body: state }),
    onSuccess: (_rule, { status, mode }) =>
      notify(text(`rules:${status === "inactive" ? "switched_off" : `switched_${mode}`}`), "success"),
    onSettled: refresh,
  });
}

export function useDeleteRule(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: () => call("DELETE Clients/ControlRules/{id}", { params: { id } }),
    onSuccess: () => notify(text("rules:deleted"), "success"),
    onSettled: refresh,
  });
}

export function useUndoAct() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => call("POST Clients/ControlRules/acts/{id}/undo", { params: { id } }),
    onSuccess: () => notify(text("rules:log.undone"), "success"),
    onSettled: refresh,
  });
}

export function useAnswerQuestion(id: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (answer: Answer) =>
      call("POST Clients/ControlRules/questions/{id}/answer", { params: { id }, body: { answer } }),
    onSuccess: ({ state, refusal }) => {
      if (refusal !== null) notify(refusal, "error");
      else notify(text(`rules:question.${state === "declined" ? "declined" : "accepted"}`), "success");
    },
    onSettled: refresh,
  });
}

export function useStopAll() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (stopped: boolean) => call("POST Clients/ControlRules/stop-all", { body: { stopped } }),
    onSuccess: (_answer, stopped) =>
      notify(text(`rules:settings.${stopped ? "stopped_now" : "resumed_now"}`), "success"),
    onSettled: refresh,
  });
}

/** Saves a new rule; the form shows what is refused. */
export function useCreateRule() {
  const refresh = useRefresh();
  return async (body: ControlRuleFields, idempotencyKey: string) => {
    const created = await call("POST Clients/ControlRules/create", { body, idempotencyKey, quiet: true });
    await refresh();
    return created;
  };
}

export function useChangeRule(id: string) {
  const refresh = useRefresh();
  return async (body: ControlRuleFields) => {
    await call("PUT Clients/ControlRules/{id}", { params: { id }, body, quiet: true });
    await refresh();
  };
}

export function useSaveSettings() {
  const refresh = useRefresh();
  return async (body: { raise_ceiling_halalas: number; budget_ceiling_halalas: number | null }) => {
    await call("PUT Clients/ControlRules/settings", { body, quiet: true });
    await refresh();
  };
}
