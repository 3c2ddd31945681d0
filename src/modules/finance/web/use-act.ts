import { useMutation } from "@tanstack/react-query";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { useRefresh } from "./finance.queries.ts";

/** One press of a button; `message` is the text shown once it is done. A refusal is shown by the call itself. */
export function useAct<Input = void>(work: (input: Input) => Promise<unknown>, message: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: work,
    onSuccess: () => notify(text(`finance:${message}`), "success"),
    // A refused act means that somebody else was first: what is shown is older than the data.
    onSettled: refresh,
  });
}
