import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import type { Answers } from "../contract/questions.ts";
import { call } from "./consultations.queries.ts";

export type DraftState = "idle" | "saving" | "saved" | "failed";

/** How long the keys must rest before the answers are saved. */
const restMs = 600;

/** Saves answers as they are typed; what is typed meanwhile is saved after. What waits is saved at once when the form closes. */
export function useDraft(id: string) {
  const [state, setState] = useState<DraftState>("idle");
  const save = useDebouncedCallback(
    (answers: Answers) => {
      setState("saving");
      call("PUT Clients/Consultations/{id}/draft", { params: { id }, body: { answers }, quiet: true }).then(
        () => setState("saved"),
        () => setState("failed"),
      );
    },
    { delay: restMs, flushOnUnmount: true },
  );
  return { state, save };
}
