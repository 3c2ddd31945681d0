import { queryOptions, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Answer, Version } from "../contract/writer-shapes.ts";
import { call } from "./writer-calls.ts";

export const writerKeys = {
  state: ["assistants", "state"] as const,
  answers: ["assistants", "answers"] as const,
  list: (search: string, favourites: boolean) =>
    ["assistants", "answers", "list", search, favourites] as const,
  answer: (id: string) => ["assistants", "answers", id] as const,
};

/** Engine and words that are left. */
export const useWriterState = () =>
  useQuery({
    queryKey: writerKeys.state,
    queryFn: ({ signal }) => call("GET Clients/DigitalWriter/state", { signal, quiet: true }),
  });

const answerQuery = (id: string) =>
  queryOptions({
    queryKey: writerKeys.answer(id),
    queryFn: ({ signal }) =>
      call("GET Clients/DigitalWriter/answers/{id}", { params: { id }, signal, quiet: true }),
  });

/** One answer; one that is still being written elsewhere is asked for again every second. */
export const useAnswer = (id: string) =>
  useQuery({
    ...answerQuery(id),
    refetchInterval: ({ state }) => (state.data?.status === "writing" ? 1_000 : false),
  });

export const useAnswers = (search: string, favourites: boolean) =>
  useInfiniteQuery({
    queryKey: writerKeys.list(search, favourites),
    queryFn: ({ signal, pageParam }) =>
      call("GET Clients/DigitalWriter/answers", {
        query: {
          search,
          size: 20,
          ...(favourites ? { favourites: "true" as const } : {}),
          ...(pageParam === null ? {} : { after: pageParam }),
        },
        signal,
        quiet: true,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** Puts a changed version into its answer, until the live event fetches the lists again. */
function useStoreVersion(answerId: string) {
  const client = useQueryClient();
  return (changed: Version) =>
    client.setQueryData<Answer>(
      writerKeys.answer(answerId),
      (answer) =>
        answer && {
          ...answer,
          versions: answer.versions.map((version) => (version.id === changed.id ? changed : version)),
        },
    );
}

export function useEditVersion(answerId: string) {
  const store = useStoreVersion(answerId);
  return useMutation({
    mutationFn: ({ id, headline, body }: Pick<Version, "id" | "headline" | "body">) =>
      call("PUT Clients/DigitalWriter/versions/{id}", { params: { id }, body: { headline, body } }),
    onSuccess: store,
  });
}

export function useKeepFavourite(answerId: string) {
  const store = useStoreVersion(answerId);
  return useMutation({
    mutationFn: ({ id, is_favourite }: Pick<Version, "id" | "is_favourite">) =>
      call("PUT Clients/DigitalWriter/versions/{id}/favourite", { params: { id }, body: { is_favourite } }),
    onSuccess: store,
  });
}

export function useDeleteAnswer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call("DELETE Clients/DigitalWriter/answers/{id}", { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: writerKeys.answers }),
  });
}
