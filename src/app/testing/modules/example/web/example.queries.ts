import { queryOptions, useQuery } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import type { ExampleCalls } from "../contract/example.calls.ts";

const call = makeCaller<ExampleCalls>();

export const exampleKeys = {
  all: ["example"] as const,
  notes: ["example", "notes"] as const,
};

const notesQuery = queryOptions({
  queryKey: exampleKeys.notes,
  queryFn: ({ signal }) => call("GET Clients/Example/notes", { signal, quiet: true }),
});

export const useNotes = () => useQuery(notesQuery);
