import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { RuleQuestion } from "../contract/rules.calls.ts";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { openRulesApp, raiseTheWinner, stopTheLoser } from "../testing/rules-harness.ts";
import { listDueMerchants } from "./control-rules.store.ts";
import { deleteOldQuestions } from "./questions.store.ts";

const app = await openRulesApp();
beforeEach(() => app.reset());
afterAll(() => app.db.close());

const losing = { spend: 20_000, sales: 16_000 };
const winning = { spend: 20_000, sales: 80_000 };
const page = ar.question_page;

/** A rule that asks, and the question it asked at ten o'clock. */
async function aQuestion(fields: typeof stopTheLoser = stopTheLoser) {
  const id = await app.aRunningCampaign("تمور");
  const rule = await app.aRule({ ...fields, ask_channel: "whatsapp" });
  app.see(id, fields === stopTheLoser ? losing : winning);
  await app.runAt("2026-11-21T10:00:00Z");
  return { id, rule, link: `/${app.texts[0]?.linkPath}` };
}

type Sent = { answer?: string; cookie?: string; isBrowser?: boolean };
async function open(link: string, { answer, cookie, isBrowser = true }: Sent = {}) {
  const response = await app.http.inject({
    method: answer ? "POST" : "GET",
    url: link,
    headers: {
      ...(isBrowser ? { "sec-fetch-dest": "document" } : {}),
      ...(cookie ? { cookie } : {}),
      ...(answer ? { "content-type": "application/x-www-form-urlencoded" } : {}),
    },
    ...(answer ? { payload: `answer=${answer}` } : {}),
  });
  return {
    status: response.statusCode,
    html: response.body.replace(/[\u2066-\u2069\u200e\u200f]/g, ""),
    cookie: String(response.headers["set-cookie"] ?? "").split(";")[0] ?? "",
  };
}
const states = async () =>
  (await app.db.many<{ state: string }>(sql`select state from rules.questions order by created_at, id`)).map(
    ({ state }) => state,
  );
const decisions = async () => (await app.evaluations()).map(({ decision }) => decision);

describe("a rule that asks first", () => {
  it("writes to the owner's phone what it would do, and does nothing yet", async () => {
    const { id } = await aQuestion();
    expect(app.texts).toMatchObject([
      { channel: "whatsapp", template: "rule_approval", params: { rule: "أوقف الخاسر" } },
    ]);
    expect(app.texts[0]?.params.act).toContain("تمور");
    expect(app.texts[0]?.params.figures).toContain("200");
    expect(await app.campaign(id)).toMatchObject({ status: "active" });
    expect([await app.acts(), await decisions()]).toEqual([[], ["asked"]]);
  });

  it("asks once about a campaign until it is answered", async () => {
    const { id } = await aQuestion();
    app.see(id, losing);
    await app.runAt("2026-11-21T10:30:00Z");
    expect([app.texts.length, await decisions()]).toEqual([1, ["asked", "waiting_for_answer"]]);
  });

  it("says where it stands in the product that its text was not sent, when the day's texts are", async () => {
    vi.spyOn(app.deps.texts, "queueText").mockResolvedValueOnce("over_limit");
    const id = await app.aRunningCampaign("تمور");
    await app.aRule({ ...stopTheLoser, ask_channel: "sms" });
    app.see(id, losing);
    await app.runAt("2026-11-21T10:00:00Z");
    const { data } = await app.call<{ items: RuleQuestion[] }>("GET Clients/ControlRules/questions");
    expect(data.items).toMatchObject([{ text_outcome: "over_limit" }]);
  });

  it("on trial asks nobody", async () => {
    const id = await app.aRunningCampaign();
    await app.aRule({ ...stopTheLoser, ask_channel: "sms" }, "shadow");
    app.see(id, losing);
    await app.runAt("2026-11-21T10:00:00Z");
    expect([app.texts, (await app.acts()).length]).toEqual([[], 1]);
  });
});

describe("the link on the phone", () => {
  it("shows the act, the figures and the stake, and changes nothing by being opened", async () => {
    const { id, link } = await aQuestion();
    const { status, html } = await open(link);
    expect(status).toBe(200);
    for (const words of [
      "إيقاف حملة «تمور»",
      "صرفت 200 ر.س وباعت بـ 160 ر.س",
      "100 ر.س",
      "15:00",
      page.open.yes,
    ])
      expect(html).toContain(words);
    expect(html).toContain('dir="rtl"');
    expect(html).not.toContain("<script");
    expect(await app.campaign(id)).toMatchObject({ status: "active" });
  });

  it("does it on yes, signed out and once", async () => {
    const { id, rule, link } = await aQuestion();
    const { cookie } = await open(link);
    expect(await open(link, { answer: "yes", cookie })).toMatchObject({ status: 200 });
    expect(await app.campaign(id)).toMatchObject({ status: "paused", status_reason: "rule" });
    expect(await app.acts()).toMatchObject([{ rule_id: rule, outcome: "done", conditions: [{ seen: 80 }] }]);
    for (const answer of ["yes", "no", undefined]) {
      const again = await open(link, { cookie, ...(answer ? { answer } : {}) });
      expect([again.status, again.html]).toEqual([410, expect.stringContaining(page.answered.title)]);
    }
    expect([await states(), (await app.acts()).length]).toEqual([["accepted"], 1]);
  });

  it("leaves it on no, and does not ask again within the cooldown", async () => {
    const { id, link } = await aQuestion();
    expect((await open(link, { answer: "no" })).html).toContain(page.declined.title);
    app.see(id, losing);
    app.systemClock.set("2026-11-21T11:00:00Z");
    await app.runAt("2026-11-21T11:00:00Z");
    expect([await states(), await decisions()]).toEqual([["declined"], ["asked", "declined_lately"]]);
    app.see(id, losing);
    app.readFiguresAt("2026-11-21T16:15:00Z");
    app.systemClock.set("2026-11-21T16:00:01Z");
    await app.runAt("2026-11-21T16:15:00Z");
    expect(await states()).toEqual(["declined", "open"]);
  });

  it("lets the rule act by itself from now on when told so", async () => {
    const { rule, link } = await aQuestion();
    expect((await open(link, { answer: "always" })).html).toContain(page.always.title);
    expect(await app.call(`GET Clients/ControlRules/${rule}`)).toMatchObject({
      data: { ask_channel: null, status: "active" },
    });
    expect(await app.acts()).toMatchObject([{ outcome: "done" }]);
  });

  it("is not answered by a browser it was forwarded to, and a preview does not keep it", async () => {
    const { id, link } = await aQuestion();
    expect((await open(link, { isBrowser: false })).status).toBe(200);
    const { cookie } = await open(link);
    for (const sent of [{}, { answer: "yes" }, { answer: "yes", cookie: "rule_question=other" }]) {
      const other = await open(link, sent);
      expect([other.status, other.html]).toEqual([403, expect.stringContaining(page.forwarded.title)]);
    }
    expect(await app.campaign(id)).toMatchObject({ status: "active" });
    expect((await open(link, { answer: "yes", cookie })).status).toBe(200);
  });

  it("is refused kindly when it is late, forged, or the campaign or the rule has changed", async () => {
    const { id, link } = await aQuestion();
    expect((await open(`${link.slice(0, -3)}abc`)).status).toBe(404);
    await app.db.run(sql`update campaigns.campaigns set daily_budget_halalas = 12000 where id = ${id}`);
    await app.campaignsApp.act(`POST Clients/Campaigns/${id}/pause`);
    const stale = await open(link, { answer: "yes" });
    expect([stale.status, stale.html]).toEqual([410, expect.stringContaining(page.overtaken.title)]);
    expect(await states()).toEqual(["overtaken"]);
  });

  it("is late after two hours", async () => {
    const { link } = await aQuestion();
    app.systemClock.set("2026-11-21T12:00:00Z");
    const late = await open(link, { answer: "yes" });
    expect([late.status, late.html]).toEqual([410, expect.stringContaining(page.late.title)]);
    expect(await app.acts()).toEqual([]);
  });
});

describe("without an answer", () => {
  it("a stop is done after two hours, once", async () => {
    const { id } = await aQuestion();
    const systemNow = new Date("2026-11-21T12:00:00Z");
    const due = { now: new Date(0), systemNow, after: "", size: 10 };
    expect(await listDueMerchants(app.db, due)).toEqual(["mer_1"]);
    app.systemClock.set(systemNow);
    for (let run = 0; run < 2; run += 1) await app.runAt("2026-11-21T12:00:00Z");
    expect(await app.campaign(id)).toMatchObject({ status: "paused", status_reason: "rule" });
    expect([await states(), (await app.acts()).length]).toEqual([["defaulted"], 1]);
    expect(await listDueMerchants(app.db, due)).toEqual([]);
  });

  it("a raise is not", async () => {
    const { id } = await aQuestion(raiseTheWinner);
    app.systemClock.set("2026-11-21T12:00:00Z");
    await app.runAt("2026-11-21T12:00:00Z");
    expect(await app.campaign(id)).toMatchObject({ daily_budget_halalas: 100_00 });
    expect([await states(), await app.acts()]).toEqual([["lapsed"], []]);
  });

  it("nothing is done while all rules are stopped", async () => {
    const { id } = await aQuestion();
    await app.call("POST Clients/ControlRules/stop-all", { stopped: true });
    app.systemClock.set("2026-11-21T12:00:00Z");
    await app.runAt("2026-11-21T12:00:00Z");
    expect(await app.campaign(id)).toMatchObject({ status: "active" });
    expect(await states()).toEqual(["overtaken"]);
  });
});

it("is answered in the product too, and says what the wallet refuses", async () => {
  await aQuestion(raiseTheWinner);
  const { data } = await app.call<{ items: RuleQuestion[] }>("GET Clients/ControlRules/questions");
  expect(data.items).toMatchObject([
    {
      rule: { name: "زد الرابح" },
      campaign: { name: "تمور" },
      stake_halalas: 15_00,
      is_done_without_answer: false,
    },
  ]);
  app.campaignsApp.wallet.refuse("wallet.balance_not_enough", 402);
  const answer = `POST Clients/ControlRules/questions/${data.items[0]?.id}/answer`;
  const answered = await app.call<{ state: string; refusal: string }>(answer, { answer: "yes" });
  expect(answered.data).toEqual({ state: "accepted", refusal: en.refused.wallet_balance_not_enough });
  expect((await app.call(answer, { answer: "yes" })).status).toBe(409);
  expect((await app.call<{ items: object[] }>("GET Clients/ControlRules/questions")).data.items).toEqual([]);
});

it("is forgotten 35 days after its answer", async () => {
  const { link } = await aQuestion();
  await open(link, { answer: "no" });
  const remove = (before: string) => deleteOldQuestions(app.db, { before: new Date(before), size: 10 });
  expect(await remove("2026-11-21T10:00:00Z")).toBe(0);
  expect(await remove("2026-11-21T10:00:01Z")).toBe(1);
  expect((await open(link)).status).toBe(404);
});
