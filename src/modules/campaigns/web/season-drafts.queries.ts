import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { SeasonDrafts } from "../contract/season-drafts.calls.ts";
import { call } from "./campaigns-calls.ts";

const key = ["campaigns", "season-drafts"] as const;

/** The drafts that were prepared for coming seasons. */
export const useSeasonDrafts = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call("GET Clients/SeasonDrafts/index", { signal, quiet: true }),
  });

/** Hides a season's draft. */
export function useDismissSeasonDraft() {
  const store = useStoreAnswer();
  return useMutation({
    mutationFn: (season: string) =>
      call("POST Clients/SeasonDrafts/{season}/dismiss", { params: { season } }),
    onSuccess: store,
  });
}

/** Turns the preparing of drafts on or off. */
export function useSetSeasonDrafts() {
  const store = useStoreAnswer();
  return useMutation({
    mutationFn: (is_on: boolean) => call("PUT Clients/SeasonDrafts/settings", { body: { is_on } }),
    onSuccess: (answer) => {
      store(answer);
      notify(text(`campaigns:season.turned_${answer.is_on ? "on" : "off"}`), "success");
    },
  });
}

function useStoreAnswer() {
  const client = useQueryClient();
  return (answer: SeasonDrafts) => client.setQueryData(key, answer);
}
