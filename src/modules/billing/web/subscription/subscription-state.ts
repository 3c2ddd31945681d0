import { useNavigate, useSearch } from "@tanstack/react-router";
import { type Duration, durations } from "../../contract/enums.ts";

/** `months`: the length whose prices are shown; `page`: of the history. */
type State = { months?: Duration; page?: number };

/** The state stands in the address: a link, a reload and the back button show the same. */
export function useSubscriptionState() {
  const navigate = useNavigate();
  const state = parseState(useSearch({ strict: false }));
  return {
    state,
    change: (part: State) =>
      void navigate({
        to: "/financial-transaction/active-subscribtions",
        search: { ...state, ...part },
        replace: true,
        resetScroll: false,
      }),
  };
}

function parseState(found: { months?: unknown; page?: unknown }): State {
  const months = durations.find((each) => each === Number(found.months));
  const page = Number(found.page);
  return {
    ...(months ? { months } : {}),
    ...(Number.isInteger(page) && page > 1 && page <= 1_000_000 ? { page } : {}),
  };
}
