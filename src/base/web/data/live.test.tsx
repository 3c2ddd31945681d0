import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { closeSession, openSession } from "../runtime/session.ts";
import { useLive } from "./live.ts";

afterEach(() => {
  closeSession();
  vi.unstubAllGlobals();
});

const table = { wallet: [["wallet"]] };

function Screen({ readCampaigns }: { readCampaigns: () => Promise<string> }) {
  useLive(table);
  const { data } = useQuery({ queryKey: ["campaigns"], queryFn: readCampaigns });
  return <p>{data}</p>;
}

/** A stream that stays open after the given text. */
const toStream = (text: string) =>
  new Response(
    new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode(text));
      },
    }),
  );

function show(stream: string) {
  vi.stubGlobal("fetch", async () => toStream(stream));
  openSession("a-token-for-this-test");
  let readings = 0;
  const readCampaigns = async () => {
    readings += 1;
    return `read ${readings}`;
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Screen readCampaigns={readCampaigns} />
    </QueryClientProvider>,
  );
}

test("a stream that missed too much fetches everything again, whatever its event", async () => {
  show("id: 9\nevent: ready\ndata: {}\n\nid: 9\nevent: reset\ndata: {}\n\n");
  expect(await screen.findByText("read 2")).toBeTruthy();
});
