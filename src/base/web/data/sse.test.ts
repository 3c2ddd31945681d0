import { expect, test } from "vitest";
import { findQueryKeys } from "./live.ts";
import { makeEventReader } from "./sse.ts";

const stream =
  'retry: 2000\nid: 7\nevent: ready\ndata: {}\n\n: beat\n\nid: 8\nevent: domain_event\ndata: {"name":"wallet.deposited"}\n\n';
const expected = [
  { id: "7", name: "ready", data: "{}" },
  { id: "8", name: "domain_event", data: '{"name":"wallet.deposited"}' },
];

test("events are complete wherever the network splits them", () => {
  for (let cut = 0; cut <= stream.length; cut++) {
    const read = makeEventReader();
    expect([...read(stream.slice(0, cut)), ...read(stream.slice(cut))]).toEqual(expected);
  }
});

test("lines may end with CRLF too", () => {
  const windows = stream.replaceAll("\n", "\r\n");
  for (let cut = 0; cut <= windows.length; cut++) {
    const read = makeEventReader();
    expect([...read(windows.slice(0, cut)), ...read(windows.slice(cut))]).toEqual(expected);
  }
});

test("half an event is buffered until its end comes", () => {
  const read = makeEventReader();
  expect(read("id: 1\ndata: a")).toEqual([]);
  expect(read("\n\n")).toEqual([{ id: "1", name: "message", data: "a" }]);
});

test("an event invalidates the keys of its whole name", () => {
  const table = { wallet: [["wallet"]], "campaign.started": [["campaigns"], ["reports"]] };
  expect(findQueryKeys(table, "campaign.started")).toEqual([["campaigns"], ["reports"]]);
  for (const name of ["wallet.ran_low", "ready", "constructor"])
    expect(findQueryKeys(table, name)).toEqual([]);
});
