import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { testContext } from "#base/testing/context.ts";
import { openMessagesHarness } from "../testing/messages-harness.ts";
import type { NewText } from "./queue-text.ts";
import { receiveReports, receiveWhatsApp } from "./receive-reports.ts";
import { leaseSender } from "./senders.store.ts";

let harness: Awaited<ReturnType<typeof openMessagesHarness>>;
beforeAll(async () => {
  harness = await openMessagesHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.close());

const aText = (change: Partial<NewText<"communication_rule">> = {}): NewText => ({
  key: "rule:1",
  channel: "whatsapp",
  to: "+966501234567",
  language: "ar",
  template: "communication_rule",
  params: { what: "مبيعاتك نقصت 35% في آخر 3 أيام", figures: "1,200 ر.س\nبعد 1,850 ر.س" },
  linkPath: "rules/communication",
  ...change,
});
const states = async () =>
  (await harness.listTexts()).map(({ key, channel, state, failure }) => [key, channel, state, failure]);
const report = async (state: "sent" | "delivered" | "read" | "failed", more: object = {}) => {
  const [text] = await harness.listTexts();
  const reports = [
    { reference: `mer_1:${text?.id}`, providerId: "wamid.1", state, at: harness.clock.now(), ...more },
  ];
  await receiveReports(harness.deps)(harness.db, reports);
};
const fault = (kind: "later" | "outcome_unknown" | "reconnect" | "rejected") => async () => {
  throw new AdapterFault(kind, { reason: "test" });
};

describe("texts to phones", () => {
  it("an unsigned report is believed about the message that the vendor accepted alone", async () => {
    await harness.queueText(aText());
    await harness.sendTexts("whatsapp");
    await report("delivered", { providerId: "of another", isUnsigned: true });
    expect(await states()).toEqual([["rule:1", "whatsapp", "sent", null]]);
    const [{ reference = "" } = {}] = harness.texts.whatsAppMessages;
    await report("delivered", { providerId: `wamid.${reference}`, isUnsigned: true });
    await report("failed", { providerId: `wamid.${reference}`, isUnsigned: true });
    expect(await states()).toEqual([["rule:1", "whatsapp", "delivered", null]]);
  });

  it("one key is one message, sent once with its params in order and on one line", async () => {
    expect(await harness.queueText(aText())).toBe("queued");
    expect(await harness.queueText(aText())).toBe("duplicate");
    await harness.sendTexts("whatsapp");
    await harness.sendTexts("whatsapp");
    expect(harness.texts.whatsAppMessages).toMatchObject([
      {
        to: "+966501234567",
        template: "communication_rule_v1",
        params: ["مبيعاتك نقصت 35% في آخر 3 أيام", "1,200 ر.س بعد 1,850 ر.س"],
        linkPath: "rules/communication",
      },
    ]);
    expect(await states()).toEqual([["rule:1", "whatsapp", "sent", null]]);
  });

  it("as an SMS it says the same, with its address on a line of its own", async () => {
    await harness.queueText(aText({ channel: "sms", language: "en", params: { what: "a", figures: "b" } }));
    await harness.sendTexts("sms");
    expect(harness.texts.sms.map(({ text }) => text)).toEqual([
      "Rawaj alert: a. Figures: b. Open Rawaj to see your campaigns.\nhttps://rawaj.example/rules/communication",
    ]);
  });

  it("a code is sealed, and put in while it is sent", async () => {
    await harness.queueText({
      ...aText(),
      channel: "whatsapp",
      template: "number_code",
      params: {},
      code: "123456",
    } as NewText);
    const [row] = await harness.listTexts();
    expect(row?.channel).toBe("sms");
    await harness.sendTexts("sms");
    expect(harness.texts.sms[0]?.text).toMatch(/^123456 /);
  });

  it("is not sent before its time, nor after it", async () => {
    const at = (minutes: number) => new Date(harness.clock.now().getTime() + minutes * 60_000);
    await harness.queueText(aText({ notBefore: at(10), expiresAt: at(20) }));
    await harness.sendTexts("whatsapp");
    expect(await states()).toMatchObject([["rule:1", "whatsapp", "queued", null]]);
    harness.clock.advance(21 * 60_000);
    await harness.sendTexts("whatsapp");
    expect(await states()).toEqual([["rule:1", "whatsapp", "failed", "expired"]]);
    expect(harness.texts.sms).toEqual([]);
  });

  it("a merchant is sent no more than a day's ceiling, and another does not feel it", async () => {
    for (let n = 0; n < 5; n += 1) await harness.queueText(aText({ key: `rule:${n}` }));
    expect(await harness.queueText(aText({ key: "rule:9" }))).toBe("over_limit");
    expect(await harness.queueText(aText({ key: "rule:9" }), "mer_2")).toBe("queued");
    expect(await harness.queueText(aText({ key: "rule:1" }))).toBe("duplicate");
    harness.clock.advance(25 * 3_600_000);
    expect(await harness.queueText(aText({ key: "rule:9" }))).toBe("queued");
  });

  it("what has a limit of its own is neither stopped by the day's ceiling nor counted to it", async () => {
    for (let n = 0; n < 4; n += 1) await harness.queueText(aText({ key: `rule:${n}` }));
    for (let n = 0; n < 3; n += 1)
      expect(await harness.queueText(aText({ key: `warning:${n}`, isExempt: true }))).toBe("queued");
    expect(await harness.queueText(aText({ key: "rule:4" }))).toBe("queued");
    expect(await harness.queueText(aText({ key: "rule:5" }))).toBe("over_limit");
    expect(await harness.queueText(aText({ key: "warning:9", isExempt: true }))).toBe("queued");
  });
});

describe("the right to send a channel", () => {
  const waiting = () =>
    harness.db.many<{ options: { key: string } }>(sql`
      select details as options from base.events where details ->> 'key' = 'whatsapp:waiting'`);

  it("belongs to one run at a time, also after a killed one until its lease ends", async () => {
    const lease = (run: string) =>
      leaseSender(harness.db, {
        channel: "whatsapp",
        run,
        now: harness.clock.now(),
        until: new Date(harness.clock.now().getTime() + 25_000),
      });
    expect(await lease("run_killed")).toBe(true);
    await harness.queueText(aText());
    await harness.sendTexts("whatsapp");
    expect(harness.texts.whatsAppMessages).toEqual([]);
    expect(await waiting()).toHaveLength(1);
    harness.clock.advance(26_000);
    await harness.sendTexts("whatsapp");
    expect(harness.texts.whatsAppMessages).toHaveLength(1);
    expect(await lease("run_next")).toBe(true);
  });
});

describe("what WhatsApp cannot deliver", () => {
  it.each(["undeliverable", "template"] as const)("refused as %s it goes by SMS, once", async (refusal) => {
    harness.texts.answerWhatsApp(async () => ({ kind: "refused", refusal, reason: "test" }));
    await harness.queueText(aText());
    await harness.sendTexts("whatsapp");
    await harness.sendTexts("sms");
    expect(await states()).toEqual([
      ["rule:1", "whatsapp", "failed", refusal],
      ["rule:1:sms", "sms", "sent", null],
    ]);
    expect(harness.texts.sms).toHaveLength(1);
    expect(await harness.facade.findTexts(testContext(harness.db, "mer_1"), ["rule:1"])).toEqual([
      { key: "rule:1", channel: "sms", state: "sent", failure: null },
    ]);
  });

  it("reported as failed afterwards it goes by SMS, however often that is reported", async () => {
    await harness.queueText(aText());
    await harness.sendTexts("whatsapp");
    await report("sent");
    await report("failed", { refusal: "undeliverable" });
    await report("failed", { refusal: "undeliverable" });
    await report("delivered");
    await harness.sendTexts("sms");
    expect(await states()).toEqual([
      ["rule:1", "whatsapp", "failed", "undeliverable"],
      ["rule:1:sms", "sms", "sent", null],
    ]);
  });

  it("a WhatsApp that is down is waited for ten minutes, then it goes by SMS", async () => {
    harness.texts.answerWhatsApp(fault("reconnect"));
    await harness.queueText(aText());
    await harness.sendTexts("whatsapp");
    expect(await states()).toMatchObject([["rule:1", "whatsapp", "queued", null]]);
    harness.clock.advance(11 * 60_000);
    await harness.sendTexts("whatsapp");
    await harness.sendTexts("sms");
    expect((await states()).map(([, channel, state]) => `${channel} ${state}`)).toEqual([
      "whatsapp failed",
      "sms sent",
    ]);
  });

  it("a reader who wrote that they want no texts gets none, until they write otherwise", async () => {
    const write = (text: string) =>
      receiveWhatsApp(harness.deps)(harness.db, {
        reports: [],
        replies: [{ from: "+966501234567", text }],
        templates: [],
      });
    await write(" إيقاف ");
    await harness.queueText(aText());
    await harness.sendTexts("whatsapp");
    expect(await states()).toEqual([["rule:1", "whatsapp", "failed", "opted_out"]]);
    await write("start");
    await harness.queueText(aText({ key: "rule:2" }));
    await harness.sendTexts("whatsapp");
    expect(harness.texts.whatsAppMessages).toHaveLength(1);
  });
});

describe("states", () => {
  it("only go forward: what is repeated, late or out of order changes nothing", async () => {
    await harness.queueText(aText());
    await harness.sendTexts("whatsapp");
    for (const [reported, expected] of [
      ["read", "read"],
      ["delivered", "read"],
      ["sent", "read"],
      ["failed", "read"],
    ] as const) {
      await report(reported);
      expect(await states()).toEqual([["rule:1", "whatsapp", expected, null]]);
    }
  });

  it("an attempt without an answer is repeated only where no report came meanwhile", async () => {
    harness.texts.answerWhatsApp(fault("outcome_unknown"));
    await harness.queueText(aText());
    await harness.queueText(aText({ key: "rule:2" }));
    await harness.sendTexts("whatsapp");
    await report("sent");
    harness.texts.answerWhatsApp(async () => ({ kind: "accepted", providerId: "wamid.2" }));
    await harness.sendTexts("whatsapp");
    expect(harness.texts.whatsAppMessages).toEqual([]);
    harness.clock.advance(61_000);
    await harness.sendTexts("whatsapp");
    expect(harness.texts.whatsAppMessages).toHaveLength(1);
    expect(await states()).toMatchObject([
      ["rule:1", "whatsapp", "sent", null],
      ["rule:2", "whatsapp", "sent", null],
    ]);
  });

  it.each([
    [true, "sent"],
    [false, "failed"],
  ])("an SMS without an answer: a vendor that recognizes repeats (%s) makes it %s", async (known, state) => {
    harness.texts.textMessenger.recognizesRepeats = known;
    harness.texts.answerSms(fault("outcome_unknown"));
    await harness.queueText(aText({ channel: "sms" }));
    await harness.sendTexts("sms");
    harness.texts.answerSms(async () => undefined);
    harness.clock.advance(61_000);
    await harness.sendTexts("sms");
    expect(await states()).toMatchObject([["rule:1", "sms", state, known ? null : "outcome_unknown"]]);
  });

  it("a reader who is sent too much at once is waited for, and holds up nobody else", async () => {
    harness.texts.answerWhatsApp(async ({ to, reference }) =>
      to === "+966501234567"
        ? { kind: "wait", seconds: 10 }
        : { kind: "accepted", providerId: `wamid.${reference}` },
    );
    await harness.queueText(aText());
    await harness.queueText(aText({ key: "rule:2", to: "+966501234568" }));
    await harness.sendTexts("whatsapp");
    expect(await states()).toMatchObject([
      ["rule:1", "whatsapp", "queued", null],
      ["rule:2", "whatsapp", "sent", null],
    ]);
  });

  it("a vendor that is busy is asked again later, and one that refuses is not", async () => {
    harness.texts.answerSms(fault("later"));
    await harness.queueText(aText({ channel: "sms" }));
    await harness.sendTexts("sms");
    harness.clock.advance(6_000);
    harness.texts.answerSms(fault("rejected"));
    await harness.sendTexts("sms");
    expect(await harness.listTexts()).toMatchObject([{ state: "failed", failure: "refused", attempts: 2 }]);
  });
});
