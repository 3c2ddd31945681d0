import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { AdLicenceFields, AdLicences } from "../../contract/ad-licences.calls.ts";
import { call } from "../campaigns-calls.ts";

const key = ["campaigns", "ad-licences"] as const;

/** The merchant's licences. */
export const useLicences = () =>
  useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call("GET Clients/AdLicences/index", { signal, quiet: true }),
    select: ({ items }) => items,
  });

/** Records a licence, or corrects the one given; the caller shows refusals at their fields. */
export function useSaveLicence(id: string | null) {
  const store = useStoreAnswer();
  return useMutation({
    mutationFn: (body: AdLicenceFields) =>
      id === null
        ? call("POST Clients/AdLicences/create", { body, quiet: true })
        : call("PUT Clients/AdLicences/{id}", { params: { id }, body, quiet: true }),
    onSuccess: (answer) => {
      store(answer);
      notify(text("campaigns_law:licences.saved"), "success");
    },
  });
}

export function useRemoveLicence() {
  const store = useStoreAnswer();
  return useMutation({
    mutationFn: (id: string) => call("DELETE Clients/AdLicences/{id}", { params: { id } }),
    onSuccess: (answer) => {
      store(answer);
      notify(text("campaigns_law:licences.removed"), "success");
    },
  });
}

function useStoreAnswer() {
  const client = useQueryClient();
  return (answer: AdLicences) => client.setQueryData(key, answer);
}
