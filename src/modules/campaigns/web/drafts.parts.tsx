import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { openRow } from "./form/draft-sync.ts";

/** Opens one of the merchant's drafts in the campaign form, once no form's request is under way. */
export function useOpenDraft() {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (draftId: string) => openRow(draftId),
    onSuccess: () => navigate({ to: "/campaigns/add" }),
    onError: ({ message }) => notify(message, "error"),
  });
}
