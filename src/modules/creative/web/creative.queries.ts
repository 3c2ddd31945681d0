import { queryOptions } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import type { CreativeCalls } from "../contract/creative.calls.ts";

const call = makeCaller<CreativeCalls>();

/** Query keys begin with the module's name. */
export const creativeKeys = { media: ["creative", "media"] as const };

/** One uploaded file's facts and its signed addresses. */
export const mediaQuery = (id: string) =>
  queryOptions({
    queryKey: [...creativeKeys.media, id],
    queryFn: ({ signal }) => call("GET Clients/Media/{id}", { params: { id }, signal, quiet: true }),
    enabled: id !== "",
  });
