import { useQuery } from "@tanstack/react-query";
import { campaignsKeys } from "./campaigns.queries.ts";
import { call } from "./campaigns-calls.ts";

/** The merchant's drafts without their content, the one saved last first. */
export const useDrafts = () =>
  useQuery({
    queryKey: campaignsKeys.drafts,
    queryFn: ({ signal }) => call("GET Clients/Drafts/index", { signal, quiet: true }),
  });

/** One draft as it was saved last; an empty id asks for none. */
export const useDraft = (id: string) =>
  useQuery({
    queryKey: [...campaignsKeys.drafts, id],
    queryFn: ({ signal }) => call("GET Clients/Drafts/{id}", { params: { id }, signal, quiet: true }),
    enabled: id !== "",
  });
