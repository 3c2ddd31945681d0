import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import { makeTaqnyat } from "./taqnyat.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox([makeTaqnyat]);
});
afterAll(() => sandbox.close());

const good = { recipients: ["966501234567"], body: "123456 رمز الدخول", sender: "Rawaj" };

async function send(change: object = {}, token = "rawaj-taqnyat-token") {
  const response = await fetch(`${sandbox.url}/taqnyat/v1/messages`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ ...good, ...change }),
  });
  return (await response.json()) as Record<string, unknown>;
}

test("a call may be half accepted, and its lists are text", async () => {
  expect(await send({ recipients: ["966501234567", "+966501234568"] })).toMatchObject({
    statusCode: 201,
    cost: "0.0600",
    currency: "SAR",
    accepted: "[966501234567,]",
    rejected: "[+966501234568,]",
  });
  expect(sandbox.world.inbox.list({ limit: 10 })).toMatchObject([{ to: "+966501234567", text: good.body }]);
});

test("invalid calls are refused in the vendor's shape, and reach no phone", async () => {
  const before = sandbox.world.inbox.list({ limit: 1_000 }).length;
  expect(await send({}, "wrong")).toMatchObject({ statusCode: 401 });
  expect(await send({ sender: "Somebody" })).toMatchObject({ statusCode: 403 });
  for (const change of [{ recipients: [] }, { body: "" }, { colour: "green" }])
    expect(await send(change)).toMatchObject({ statusCode: 400, message: expect.any(String) });
  expect(sandbox.world.inbox.list({ limit: 1_000 })).toHaveLength(before);
});
