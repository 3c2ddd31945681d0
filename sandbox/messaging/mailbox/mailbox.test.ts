import Fastify from "fastify";
import { createTransport } from "nodemailer";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";
import { phoneRoutes } from "../phone/phone.ts";
import { makeSmtpServer } from "../smtp/smtp.ts";
import { makeUnifonic } from "../unifonic/unifonic.ts";
import { mailboxRoutes } from "./mailbox.ts";

let sandbox: TestSandbox;
const app = Fastify();
beforeAll(async () => {
  sandbox = await openTestSandbox([makeSmtpServer, makeUnifonic]);
  phoneRoutes(app, sandbox.world);
  mailboxRoutes(app, sandbox.world);
});
afterAll(async () => {
  await app.close();
  await sandbox.close();
});

const list = async (query: string) =>
  (await app.inject(`/control/messages?${query}`)).json<{ id: string; to: string; channel: string }[]>();
const send = async (to: string, user = "rawaj") => {
  const { SMTP_URL = "" } = sandbox.vendors[0]?.credentials ?? {};
  const url = new URL(SMTP_URL);
  url.username = user;
  const transport = createTransport(url.href);
  await transport.sendMail({
    from: "reports@rawaj.example",
    to,
    subject: "تقرير",
    text: "نص",
    html: "<html><head></head><body><script>alert(1)</script>نص</body></html>",
  });
};

test("e-mail and text messages are in one list, by channel and by reader", async () => {
  await send("noura@example.com");
  sandbox.world.inbox.receive({
    to: "+966501234567",
    text: "123456",
    channel: "sms",
    sender: "Rawaj",
    vendor: "unifonic",
  });
  expect((await list("")).map(({ channel }) => channel)).toEqual(["sms", "email"]);
  expect((await list("channel=sms,whatsapp")).map(({ to }) => to)).toEqual(["+966501234567"]);
  expect((await list("to=noura@")).map(({ to }) => to)).toEqual(["noura@example.com"]);
  expect(await list("to=0501234567&channel=sms")).toHaveLength(1);
  expect(await list("to=sarah@example.com")).toEqual([]);
});

test("an e-mail is shown where none of its scripts can run", async () => {
  const [email] = await list("channel=email");
  const shown = await app.inject(`/mail/${email?.id}`);
  expect(shown.statusCode).toBe(200);
  expect(shown.headers["content-security-policy"]).toMatch(/^sandbox allow-popups; default-src 'none'/);
  expect((await app.inject("/mail/none")).statusCode).toBe(404);
  expect((await app.inject("/mail")).body).toContain("البريد التجريبي");
});

test("the mail server takes no message without its sign-in, and none for a mailbox that is not there", async () => {
  await expect(send("noura@example.com", "somebody")).rejects.toMatchObject({ responseCode: 535 });
  await expect(send("x@nobody.example")).rejects.toMatchObject({ responseCode: 550 });
});
