import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { makeCaller } from "#base/web/data/api.ts";
import type { StaffCalls } from "../contract/staff.calls.ts";

const call = makeCaller<StaffCalls>();

/**
 * Who is signed in. It is fetched again when the page gets the focus, and once the session must have ended: an ended one
 * answers 401, which leads to the sign-in page.
 */
export function useStaffMember() {
  const query = useQuery({
    queryKey: ["staff", "me"],
    queryFn: ({ signal }) => call("GET Staff/Account/me", { signal, quiet: true }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });
  const { data, dataUpdatedAt, refetch } = query;
  const endsAt = data ? dataUpdatedAt + (data.session.ends_in_seconds + 1) * 1_000 : null;
  useEffect(() => {
    if (endsAt === null) return;
    const timer = setTimeout(() => void refetch(), Math.max(1_000, endsAt - Date.now()));
    return () => clearTimeout(timer);
  }, [endsAt, refetch]);
  return query;
}
