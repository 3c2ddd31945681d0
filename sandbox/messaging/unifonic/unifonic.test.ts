import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import { countParts } from "../parts.ts";
import { makeUnifonic } from "./unifonic.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox([makeUnifonic]);
});
afterAll(() => sandbox.close());

const good = {
  AppSid: "rawaj-app-sid",
  SenderID: "Rawaj",
  Recipient: "966501234567",
  Body: "123456 رمز الدخول",
  responseType: "JSON",
};

async function send(change: Record<string, string | undefined> = {}, path = "/rest/SMS/messages") {
  const fields = Object.entries({ ...good, ...change }).filter(
    (pair): pair is [string, string] => pair[1] !== undefined,
  );
  const response = await fetch(`${sandbox.url}/unifonic${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  const body = (await response.json()) as {
    success: boolean;
    errorCode: string;
    data: { MessageID: number; Status: string; NumberOfUnits: number };
  };
  return { status: response.status, ...body };
}

test("an accepted message arrives on the phone", async () => {
  const answer = await send({ CorrelationID: "c-1" });
  expect(answer).toMatchObject({
    status: 200,
    success: true,
    errorCode: "ER-00",
    data: { Status: "Sent", NumberOfUnits: 1 },
  });
  expect(sandbox.world.inbox.list({ to: "0501234567", limit: 1 })[0]).toMatchObject({
    to: "+966501234567",
    text: good.Body,
    sender: "Rawaj",
    channel: "sms",
  });
  const details = await send(
    { MessageID: String(answer.data.MessageID) },
    "/rest/SMS/messages/GetMessagesDetails",
  );
  expect(details.data.Status).toBe("Delivered");
});

test("invalid messages are refused in the vendor's shape, and reach no phone", async () => {
  const before = sandbox.world.inbox.list({ limit: 1_000 }).length;
  const cases: [Record<string, string | undefined>, string][] = [
    [{ AppSid: undefined }, "ER-402"],
    [{ AppSid: "wrong" }, "ER-401"],
    [{ Recipient: "+966501234567" }, "ER-482"],
    [{ Recipient: "00966501234567" }, "ER-482"],
    [{ SenderID: "Somebody" }, "ER-480"],
    [{ MessageType: "5" }, "ER-480"],
    [{ Colour: "green" }, "ER-406"],
    [{ Body: undefined }, "ER-406"],
    [{ Body: "ا".repeat(671) }, "ER-412"],
    [{ CorrelationID: "c-1" }, "ER-409"],
    [{ Recipient: "966501230002" }, "ER-429"],
  ];
  for (const [change, code] of cases)
    expect(await send(change)).toMatchObject({ success: false, errorCode: code, data: {} });
  expect(sandbox.world.inbox.list({ limit: 1_000 }).length).toBe(before);
});

test("the delivery report comes to the callback, twice or never for some numbers; one that is off is undeliverable", async () => {
  const reports: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      reports.push(new URLSearchParams(body));
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const statusCallback = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}/reports/key`;
  const on = await send({ statusCallback });
  const off = await send({ statusCallback, Recipient: "966501230404" });
  const twice = await send({ statusCallback, Recipient: "966501230003" });
  await send({ statusCallback, Recipient: "966501230001" });
  await expect.poll(() => reports.length, { timeout: 10_000 }).toBe(4);
  server.close();
  const isAbout = (report: URLSearchParams, id: number) => report.get("MessageID") === String(id);
  expect(reports.filter((report) => isAbout(report, twice.data.MessageID))).toHaveLength(2);
  const loadStatus = (id: number) => reports.find((report) => isAbout(report, id))?.get("Status");
  expect([loadStatus(on.data.MessageID), loadStatus(off.data.MessageID)]).toEqual([
    "Delivered",
    "Undeliverable",
  ]);
});

test("an Arabic text of 70 letters is one part, of 71 two; an English one of 160 is one", () => {
  expect([countParts("ا".repeat(70)), countParts("ا".repeat(71)), countParts("ا".repeat(135))]).toEqual([
    1, 2, 3,
  ]);
  expect([countParts("a".repeat(160)), countParts("a".repeat(161)), countParts("€".repeat(81))]).toEqual([
    1, 2, 2,
  ]);
  expect(countParts(`${"a".repeat(80)}’`)).toBe(2);
});
