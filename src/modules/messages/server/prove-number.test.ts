import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openMessagesHarness } from "../testing/messages-harness.ts";

let harness: Awaited<ReturnType<typeof openMessagesHarness>>;
beforeAll(async () => {
  harness = await openMessagesHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.close());

let keys = 0;
async function call(name: string, body?: object, as = "mer_1") {
  keys += 1;
  const answer = await harness.server.call(name, {
    as,
    key: `numbers-key-${keys}`,
    ...(body ? { body } : {}),
  });
  return { status: answer.status, envelope: answer.envelope, data: answer.data as { items: object[] } };
}
const request = (mobile_number = "0555 123 987", as = "mer_1") =>
  call("POST Clients/Messages/numbers/code", { mobile_number }, as);
const prove = (code: string) =>
  call("POST Clients/Messages/numbers/proof", { mobile_number: "0555123987", code });
async function receiveCode(): Promise<string> {
  await harness.sendTexts("sms");
  return /\d{6}/.exec(harness.texts.sms.findLast(({ to }) => to === "+966555123987")?.text ?? "")?.[0] ?? "";
}
const wrong = (code: string) => (code === "000000" ? "000001" : "000000");

describe("a further number", () => {
  it("is proven by the code that was sent there, and removed again", async () => {
    expect((await request()).status).toBe(200);
    const code = await receiveCode();
    expect(harness.texts.sms).toMatchObject([{ to: "+966555123987" }]);
    expect((await prove(code)).data.items).toMatchObject([{ number: "+966555123987" }]);
    expect((await request()).envelope).toMatchObject({ code: "messages.number_proven" });
    expect((await prove(code)).envelope).toMatchObject({ code: "messages.code_expired" });
    const removed = await call(`DELETE Clients/Messages/numbers/${encodeURIComponent("+966555123987")}`);
    expect(removed.data.items).toEqual([]);
  });

  it("gets its code also on a day whose texts are all sent", async () => {
    const { maxTextsPerMerchantPerDay: max } = harness.deps;
    for (let n = 0; n < max; n += 1)
      await harness.queueText({
        key: `rule:${n}`,
        channel: "sms",
        to: "+966500000001",
        language: "ar",
        template: "communication_rule_test",
        params: { what: "x" },
      });
    expect((await request()).status).toBe(200);
    expect((await prove(await receiveCode())).status).toBe(200);
  });

  it("is not proven by a wrong code, and five of them lock it", async () => {
    await request();
    const code = await receiveCode();
    for (let n = 0; n < 5; n += 1)
      expect((await prove(wrong(code))).envelope).toMatchObject({ code: "messages.code_wrong" });
    expect((await prove(code)).envelope).toMatchObject({ code: "messages.code_locked" });
    expect((await call("GET Clients/Messages/numbers")).data.items).toEqual([]);
  });

  it("is no number of another country, nor the merchant's own", async () => {
    const foreign = await request("+971501234567");
    expect([foreign.status, foreign.envelope]).toMatchObject([
      400,
      { fields: { mobile_number: [expect.any(String)] } },
    ]);
    expect((await request("0500000001")).envelope).toMatchObject({ code: "messages.number_proven" });
  });

  it("gets a code a minute, and four a day from all merchants together", async () => {
    await request();
    expect((await request()).envelope).toMatchObject({ code: "messages.code_just_sent" });
    for (const merchant of ["mer_2", "mer_3", "mer_4"])
      expect((await request("0555123987", merchant)).status).toBe(200);
    expect((await request("0555123987", "mer_5")).envelope).toMatchObject({ code: "messages.codes_spent" });
  });
});
