import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { aWallet } from "#modules/wallet/testing/builders.ts";
import type { OrderMessage } from "../contract/messages.calls.ts";
import type { OrderDetails } from "../contract/order-shapes.ts";
import {
  type ConsultationsHarness,
  consultant,
  openConsultations,
} from "../testing/consultations-harness.ts";

let harness: ConsultationsHarness;
let id: string;

beforeAll(async () => {
  harness = await openConsultations();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.reset();
  await aWallet(harness.db, "mer_1", 100_000);
  const consultation = await harness.addConsultation();
  ({ id } = (await harness.place(consultation.id)).data as OrderDetails);
});

const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");
type Sent = { as?: string; text?: string; key?: string; file?: { name: string; bytes: Buffer } };

/** A message as a browser sends it. */
async function send({ as = "mer_1", text = "", key = "key-of-one", file }: Sent) {
  const form = new FormData();
  form.append("text", text);
  form.append("client_key", key);
  if (file) form.append("file", new Blob([new Uint8Array(file.bytes)]), file.name);
  const request = new Request("http://localhost", { method: "POST", body: form });
  const audience = as.startsWith("stf_") ? "Staff" : "Clients";
  const answer = await harness.server.app.inject({
    method: "POST",
    url: `/${audience}/ConsultationOrders/${id}/messages`,
    headers: {
      authorization: `Bearer test-session-of-${as}`,
      "x-app-language": "en",
      "content-type": request.headers.get("content-type") ?? "",
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  const { data, code } = answer.json<{ data: OrderMessage; code?: string }>();
  return { status: answer.statusCode, data, code };
}
const list = async (as = "mer_1") =>
  (
    (await harness.server.call(`GET Clients/ConsultationOrders/${id}/messages`, { as })).data as {
      items: OrderMessage[];
    }
  ).items;
const openFile = (messageId: string, as = "mer_1") =>
  harness.server.app.inject({
    url: `/Clients/ConsultationOrders/${id}/messages/${messageId}/file`,
    headers: { authorization: `Bearer test-session-of-${as}` },
  });

describe("messages on an order", () => {
  it("are read by both sides, the newest first, with the name of who wrote for us", async () => {
    await send({ text: "متى نبدأ؟" });
    await send({ as: consultant, text: "غدًا" });
    expect((await list()).map(({ by, by_name, text }) => [by, by_name, text])).toEqual([
      ["staff", "نورة العتيبي", "غدًا"],
      ["member", null, "متى نبدأ؟"],
    ]);
    const theirs = await harness.staffCall(`GET Staff/ConsultationOrders/${id}/messages`);
    expect((theirs.data as { items: OrderMessage[] }).items).toHaveLength(2);
  });

  it("are listed by cursor", async () => {
    const texts = ["الأولى", "الثانية", "الثالثة"];
    for (const [nth, text] of texts.entries()) await send({ text, key: `key-number-${nth}` });
    const page = async (query: Record<string, string>) => {
      const path = `GET Clients/ConsultationOrders/${id}/messages`;
      const answer = await harness.server.call(path, { as: "mer_1", query: { size: "2", ...query } });
      const data: { items: OrderMessage[]; next: string | null } = answer.data;
      return { texts: data.items.map(({ text }) => text), next: data.next };
    };
    const first = await page({});
    expect(first.texts).toEqual(["الثالثة", "الثانية"]);
    expect(await page({ after: first.next ?? "" })).toEqual({ texts: ["الأولى"], next: null });
  });

  it("sent again with the same key are one, and are told once", async () => {
    const first = await send({ text: "مرة واحدة" });
    expect((await send({ text: "مرة واحدة" })).data).toEqual(first.data);
    expect(await list()).toHaveLength(1);
    const events = await harness.db.many(
      sql`select 1 from base.events where name = 'consultations.message_sent'`,
    );
    expect(events).toHaveLength(1);
  });

  it("carry a file, whose kind is that of its bytes", async () => {
    const { data } = await send({ file: { name: "../خطة الشهر.exe", bytes: pdf } });
    expect(data.file).toEqual({ name: "خطة الشهر.pdf", mime: "application/pdf", size: pdf.length });
    const opened = await openFile(data.id);
    expect([opened.headers["content-type"], opened.rawPayload.equals(pdf)]).toEqual([
      "application/pdf",
      true,
    ]);
  });

  it("refuse a file that is too large or of another kind, and an empty message", async () => {
    const script = { name: "plan.pdf", bytes: Buffer.from("<script>alert(1)</script>") };
    expect((await send({ file: script })).code).toBe("consultations.file_not_allowed");
    const large = { name: "plan.pdf", bytes: Buffer.concat([pdf, Buffer.alloc(5_242_881)]) };
    expect((await send({ file: large })).code).toBe("consultations.file_too_large");
    expect((await send({})).code).toBe("consultations.message_empty");
    expect(await list()).toEqual([]);
  });

  it("are not another merchant's to read or write", async () => {
    const { data } = await send({ file: { name: "plan.pdf", bytes: pdf } });
    expect((await send({ as: "mer_2", text: "x" })).status).toBe(404);
    const path = `GET Clients/ConsultationOrders/${id}/messages`;
    expect((await harness.server.call(path, { as: "mer_2" })).status).toBe(404);
    expect((await openFile(data.id, "mer_2")).statusCode).toBe(404);
  });
});
