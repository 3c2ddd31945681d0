import { queryOptions } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import type { CreativeCalls } from "../contract/creative.calls.ts";

const call = makeCaller<CreativeCalls>();

/** One uploaded file's facts and its signed addresses; a key begins with the module's name. */
export const mediaQuery = (id: string) =>
  queryOptions({
    queryKey: ["creative", "media", id],
    queryFn: ({ signal }) => call("GET Clients/Media/{id}", { params: { id }, signal, quiet: true }),
    enabled: id !== "",
  });
