import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { act } from "@testing-library/react";
import type { ReactNode } from "react";
import { vi } from "vitest";
import type { EventName } from "#base/shared/events.ts";
import { findQueryKeys } from "#base/web/data/live.ts";
import { renderWeb } from "#base/web/testing/render-web.tsx";
import { liveTable } from "../live-table.ts";

/**
 * The server's response by "Stores/index", or by "PUT Stores/index" for one method alone; a number is that HTTP status
 * with an error envelope, `refuse` another refusal, a promise delays it.
 */
export type Answers = Record<string, unknown>;

class Refused {
  readonly status: number;
  readonly envelope: object;
  constructor(status: number, envelope: object) {
    this.status = status;
    this.envelope = envelope;
  }
}

/** A refusal with its code, marked fields, or what stands now. */
export const refuse = (
  status: number,
  refusal: { code: string; fields?: Record<string, string[]>; current?: unknown },
) => new Refused(status, { error: true, messages: ["no"], data: null, request_id: "req-1", ...refusal });

export type Sent = { name: string; query: URLSearchParams; method: string; body: unknown };

/** Answers every call from a table that a test may change during the test; `sent` holds the requests. */
export function fakeServer(answers: Answers): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, "http://localhost");
    const name = url.pathname.replace("/Clients/", "");
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : null;
    const method = init.method ?? "GET";
    sent.push({ name, query: url.searchParams, method, body });
    const answer = await (answers[`${method} ${name}`] ?? answers[name]);
    if (answer instanceof Refused) return Response.json(answer.envelope, { status: answer.status });
    if (typeof answer === "number")
      return Response.json(
        { error: true, messages: ["no"], data: null, code: "", request_id: "req-1" },
        { status: answer },
      );
    return Response.json({ error: false, messages: [], data: answer ?? null });
  });
  return sent;
}

type Part = () => ReactNode;
type Pages = Record<string, Part>;

/** Opens an address in a product that has only these pages; `emitEvent` sends it a live event. */
export async function openPages(pages: Pages, address: string, frame?: Part) {
  const root = createRootRoute({ component: frame ?? Outlet });
  const children = Object.entries(pages).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  );
  const elsewhere = createRoute({ getParentRoute: () => root, path: "/$", component: () => null });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([...children, elsewhere]), history });
  await router.load();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  renderWeb(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return {
    path: () => router.state.location.pathname,
    search: () => router.state.location.search as Record<string, unknown>,
    /** The browser's Back button. */
    back: () => act(() => router.history.back()),
    emitEvent: (eventName: EventName) =>
      act(async () => {
        await Promise.all(
          findQueryKeys(liveTable, eventName).map((queryKey) => client.invalidateQueries({ queryKey })),
        );
      }),
  };
}
