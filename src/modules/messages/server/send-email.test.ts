import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { testContext } from "#base/testing/context.ts";
import { aReportEmail, openMessagesHarness } from "../testing/messages-harness.ts";
import { findEmailState } from "./emails.store.ts";
import { reviewOutbox } from "./messages.jobs.ts";

let harness: Awaited<ReturnType<typeof openMessagesHarness>>;
beforeAll(async () => {
  harness = await openMessagesHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.close());

const fail = (kind: AdapterFault["kind"]) => async () => {
  throw new AdapterFault(kind, { reason: "no" });
};
const only = async () => {
  const [email, ...more] = await harness.list();
  expect(more).toEqual([]);
  return email ?? expect.fail("no e-mail");
};

describe("an e-mail of the outbox", () => {
  it("is written once for its key and sent once, however often either is tried", async () => {
    expect(await harness.queue(aReportEmail())).toBe("queued");
    expect(await harness.queue(aReportEmail())).toBe("duplicate");
    await harness.settle();
    await harness.settle();
    expect(harness.mailbox).toHaveLength(1);
    expect(await only()).toMatchObject({ state: "sent", failure: null, attempts: 1 });
  });

  it("says the same in plain text and in HTML from right to left, with what was written as text", async () => {
    await harness.queue(aReportEmail());
    await harness.settle();
    const [email] = harness.mailbox;
    expect(email?.messageId).toMatch(/^<eml_\w+@rawaj\.example>$/);
    expect(email?.text).toContain("ربحت 1,200 ر.س <b>اليوم</b>");
    expect(email?.html).toContain('dir="rtl"');
    expect(email?.html).toContain("&lt;b&gt;اليوم&lt;/b&gt;");
    expect(email?.html).toContain('src="cid:picture"');
    for (const body of [email?.text, email?.html]) {
      expect(body).toContain("https://rawaj.example/reports/own/rep_1?from=2026-11-01");
      expect(body).toContain(email?.unsubscribeUrl ?? "none");
    }
  });

  it("waits longer each time for a server that is busy, greylists or refuses our sign-in, and is given up after a day", async () => {
    harness.setVendorResponse(fail("later"));
    await harness.queue(aReportEmail());
    await harness.settle();
    await harness.settle(); // too early: not tried
    expect(await only()).toMatchObject({ state: "queued", attempts: 1 });
    harness.clock.advance(60_000);
    harness.setVendorResponse(fail("reconnect"));
    await harness.settle();
    expect(await only()).toMatchObject({ state: "queued", attempts: 2 });
    for (let hour = 0; hour < 30; hour += 1) {
      harness.clock.advance(3_600_000);
      await harness.settle();
    }
    expect(await only()).toMatchObject({ state: "failed", failure: "given_up" });
  });

  it("that is refused for good has failed, and is not tried again", async () => {
    harness.setVendorResponse(fail("rejected"));
    await harness.queue(aReportEmail());
    await harness.settle();
    harness.setVendorResponse(async () => ({ providerId: "250" }));
    harness.clock.advance(86_400_000);
    await harness.settle();
    expect(await only()).toMatchObject({ state: "failed", failure: "rejected", attempts: 1 });
    expect(harness.mailbox).toEqual([]);
  });

  it("whose outcome nobody knows is sent once more under the same Message-ID, and never a third time", async () => {
    const ids: string[] = [];
    harness.setVendorResponse(async ({ messageId }) => {
      ids.push(messageId);
      throw new AdapterFault("outcome_unknown", { reason: "cut" });
    });
    await harness.queue(aReportEmail());
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await harness.settle();
      harness.clock.advance(5 * 60_000);
    }
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await only()).toMatchObject({ state: "failed", failure: "outcome_unknown" });
  });

  it("whose process is killed while sending is given to another one after the lease, and is then recorded", async () => {
    harness.setVendorResponse(async () => {
      throw new Error("killed");
    });
    await harness.queue(aReportEmail());
    await expect(harness.settle()).rejects.toThrow("killed");
    expect(await only()).toMatchObject({ state: "sending" });
    harness.setVendorResponse(async () => ({ providerId: "250" }));
    await harness.settle(); // still leased
    expect(harness.mailbox).toEqual([]);
    harness.clock.advance(3 * 60_000);
    await harness.settle();
    expect(await only()).toMatchObject({ state: "sent", attempts: 2 });
  });

  it("is given its job again when that was lost, and its text is wiped after 30 days", async () => {
    await harness.queue(aReportEmail());
    const jobs = () =>
      harness.db.one<{ n: number }>(
        sql`select count(*)::int as n from base.events where details->>'job' = 'messages.send-email'`,
      );
    expect(await jobs()).toEqual({ n: 1 });
    await reviewOutbox(harness.db, harness.clock.now());
    expect(await jobs()).toEqual({ n: 1 });
    harness.clock.advance(2 * 60_000);
    await reviewOutbox(harness.db, harness.clock.now());
    expect(await jobs()).toEqual({ n: 2 });

    await harness.settle();
    const bodies = () => harness.db.one(sql`select body_text, body_html, picture from messages.emails`);
    expect(await bodies()).not.toMatchObject({ body_text: null });
    harness.clock.advance(31 * 86_400_000);
    await reviewOutbox(harness.db, harness.clock.now());
    expect(await bodies()).toEqual({ body_text: null, body_html: null, picture: null });
    expect(await harness.queue(aReportEmail())).toBe("duplicate");
  });

  it("is one of at most so many of its merchant in a day, which others do not feel", async () => {
    for (let n = 0; n < 5; n += 1) expect(await harness.queue(aReportEmail(`report:${n}`))).toBe("queued");
    expect(await harness.queue(aReportEmail("report:5"))).toBe("over_limit");
    expect(await harness.queue(aReportEmail("report:5"), "mer_2")).toBe("queued");
    harness.clock.advance(86_400_001);
    expect(await harness.queue(aReportEmail("report:5"))).toBe("queued");
  });
});

describe("unsubscribing", () => {
  const open = (method: "GET" | "POST", url: string) =>
    harness.server.app.inject({
      method,
      url: url.replace("https://rawaj.example", ""),
      ...(method === "POST"
        ? {
            headers: { "content-type": "application/x-www-form-urlencoded" },
            payload: "List-Unsubscribe=One-Click",
          }
        : {}),
    });
  const link = async () => {
    await harness.queue(aReportEmail());
    await harness.settle();
    return harness.mailbox[0]?.unsubscribeUrl ?? expect.fail("no link");
  };

  it("takes one POST of a reader who is signed out, changes nothing when the link is only opened, and says so once", async () => {
    const url = await link();
    const opened = await open("GET", url);
    expect([opened.statusCode, opened.body]).toEqual([200, expect.stringContaining('<form method="post">')]);
    expect(await harness.queue(aReportEmail("report:2"))).toBe("queued");

    expect((await open("POST", url)).statusCode).toBe(200);
    expect((await open("POST", url)).statusCode).toBe(200);
    expect(await harness.queue(aReportEmail("report:3"))).toBe("unsubscribed");
    await harness.settle(); // what waited is not sent either
    expect(harness.mailbox).toHaveLength(1);
    const events = await harness.db.many(sql`
      select merchant_id, details from base.events where name = 'messages.unsubscribed'`);
    expect(events).toEqual([{ merchant_id: "mer_1", details: { topic: "report", subject_id: "sch_1" } }]);
  });

  it("works under an older key, and under no changed or foreign link", async () => {
    const url = await link();
    const token = url.split("/").at(-1) ?? "";
    expect(harness.deps.links.read(token)).toEqual({
      merchantId: "mer_1",
      topic: "report",
      subjectId: "sch_1",
    });
    const forged = `${Buffer.from(JSON.stringify(["mer_2", "report", "sch_1"])).toString("base64url")}.${token.split(".")[1]}`;
    for (const wrong of [forged, `${token}x`, "x", "e30.e30", `${token}.x`])
      expect((await open("POST", `/unsubscribe/${wrong}`)).statusCode).toBe(404);
    expect(await harness.queue(aReportEmail("report:2"))).toBe("queued");
  });

  it("ends when the reader subscribes again", async () => {
    await open("POST", await link());
    await harness.db.transaction((tx) =>
      harness.facade.subscribeAgain(
        {
          tx,
          db: tx,
          actor: { merchantId: "mer_1", by: { kind: "system", id: null } },
          now: new Date(),
          requestId: null,
        },
        { topic: "report", subjectId: "sch_1" },
      ),
    );
    expect(await harness.queue(aReportEmail("report:2"))).toBe("queued");
  });
});

describe("a message's state", () => {
  it("is told by its key, and by no other", async () => {
    await harness.queue(aReportEmail());
    const state = (key: string) => findEmailState(testContext(harness.db, "mer_1"), key);
    expect(await state(aReportEmail().key)).toMatchObject({ state: "queued" });
    expect(await state("none")).toBeUndefined();
  });
});
