import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "./states.tsx";

type Query<Data> = Pick<UseQueryResult<Data>, "data" | "error" | "isError" | "isPending" | "refetch">;

type Props<Data> = {
  query: Query<Data>;
  /** The skeleton in the shape of the content. */
  fallback: ReactNode;
  children: (data: Data) => ReactNode;
};

/** A query's data; its skeleton until then. Data stays on the screen when a later fetch fails. */
export function QueryBoundary<Data>({ query, fallback, children }: Props<Data>) {
  if (query.isPending) return fallback;
  if (query.data !== undefined) return children(query.data);
  return query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null;
}
