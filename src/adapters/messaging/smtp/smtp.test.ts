import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { makeSmtp } from "./smtp.ts";

type Received = {
  to: string;
  text: string;
  sender: string;
  email: {
    subject: string;
    html: string;
    message_id: string;
    list_unsubscribe: string | null;
    list_unsubscribe_post: string | null;
    picture: string | null;
    copies: number;
  };
};

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(async () => {
  await fetch(`${sandbox.url}/control/faults`, { method: "DELETE" });
});
afterAll(() => sandbox.stop());

const smtp = (url = sandbox.credentials.SMTP_URL ?? "") =>
  makeSmtp({ url, from: sandbox.credentials.EMAIL_FROM ?? "" });
let last = 0;
function anEmail(to = "noura@example.com") {
  last += 1;
  return {
    to,
    subject: "تقريرك الأسبوعي: الحملات",
    text: "ربحت 1,200 ر.س",
    html: '<!doctype html><html dir="rtl"><head></head><body><img src="cid:picture" alt="">ربحت</body></html>',
    messageId: `<eml_${last}@rawaj.example>`,
  };
}
const receivedBy = (to: string) =>
  sandbox.control<Received[]>(`messages?channel=email&to=${encodeURIComponent(to)}`);
const makeFault = (kind: string, more: object = {}) =>
  sandbox.control("faults", { vendor: "smtp", kind, times: 1, ...more });

describe("SMTP, against the sandbox's mail server", () => {
  it("delivers both bodies in Arabic, the picture inside, and the headers to unsubscribe", async () => {
    const picture = Buffer.from("89504e470d0a1a0a", "hex");
    const unsubscribeUrl = "https://rawaj.example/unsubscribe/x.y";
    const sent = await smtp().send({ ...anEmail(), picture, unsubscribeUrl });
    expect(sent.providerId).toMatch(/^250/);
    const [received] = await receivedBy("noura@example.com");
    expect(received).toMatchObject({
      sender: expect.stringContaining("reports@rawaj.example"),
      text: expect.stringContaining("ربحت 1,200 ر.س"),
      email: {
        subject: "تقريرك الأسبوعي: الحملات",
        message_id: `<eml_${last}@rawaj.example>`,
        list_unsubscribe: `<${unsubscribeUrl}>`,
        list_unsubscribe_post: "List-Unsubscribe=One-Click",
        picture: `data:image/png;base64,${picture.toString("base64")}`,
      },
    });
    expect(received?.email.html).toContain('dir="rtl"');
    expect(received?.email.html).not.toContain("cid:");
  });

  it("sent again under the same Message-ID, it is shown once", async () => {
    const email = anEmail("again@example.com");
    await smtp().send(email);
    await smtp().send(email);
    const received = await receivedBy("again@example.com");
    expect(received.map(({ email }) => email.copies)).toEqual([2]);
  });

  it("puts a subject with line breaks into no header of its own", async () => {
    await smtp().send({ ...anEmail("lines@example.com"), subject: "one\r\nBcc: other@example.com" });
    expect(await receivedBy("other@example.com")).toEqual([]);
    expect(await receivedBy("lines@example.com")).toHaveLength(1);
  });

  it.each([
    ["a mailbox that does not exist is `rejected`", "refused", "rejected"],
    ["a refused message is `rejected`", "500", "rejected"],
    ["greylisting is `later`", "greylisted", "later"],
    ["a server that is closed is `later`", "503", "later"],
    ["a connection that ends after the message is `outcome_unknown`", "timeout_after", "outcome_unknown"],
  ])("%s", async (_name, fault, kind) => {
    await makeFault(fault);
    await expect(smtp().send(anEmail())).rejects.toMatchObject({ kind });
  });

  it("a slow server is waited for", async () => {
    await makeFault("slow", { ms: 300 });
    await expect(smtp().send(anEmail())).resolves.toMatchObject({ providerId: expect.any(String) });
  });

  it("a refused sign-in is `reconnect`, and a server that cannot be reached `later`", async () => {
    const wrong = (sandbox.credentials.SMTP_URL ?? "").replace("rawaj-smtp-secret", "wrong");
    await expect(smtp(wrong).send(anEmail())).rejects.toMatchObject({ kind: "reconnect" });
    await expect(smtp("smtp://localhost:9").send(anEmail())).rejects.toMatchObject({ kind: "later" });
  });

  it("sends nothing in clear to a server elsewhere that offers no encryption", async () => {
    const { port, username, password } = new URL(sandbox.credentials.SMTP_URL ?? "");
    // The same server under a name that is not this machine's own word for itself.
    const elsewhere = smtp(`smtp://${username}:${password}@ip6-localhost:${port}`);
    await expect(elsewhere.send(anEmail("clear@example.com"))).rejects.toMatchObject({ kind: "later" });
    expect(await receivedBy("clear@example.com")).toEqual([]);
  });
});
