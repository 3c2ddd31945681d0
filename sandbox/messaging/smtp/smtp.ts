import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { FaultKind } from "../../base/faults.ts";
import type { Vendor } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";

const USER = "rawaj";
const PASSWORD = "rawaj-smtp-secret";
const FROM = "Rawaj <reports@rawaj.example>";
const MAX_BYTES = 5 * 1024 * 1024;

/** A refusal as the server answers it: `451 4.7.1 Greylisted…`. */
const refusal = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode });

/**
 * A mail server (RFC 5321) with every mailbox behind it. It wants its one sign-in, takes any recipient but those at
 * `nobody.example`, and shows a repeat (the same Message-ID to the same reader) once, as large mail services do.
 */
export function makeSmtpServer(world: World): Vendor {
  const consume = (...kinds: FaultKind[]) => world.faults.consume("smtp", kinds);
  const record = (session: SMTPServerSession, status: number, body: string, fault: string | null) =>
    world.received.add({
      vendor: "smtp",
      host: "smtp",
      at: new Date().toISOString(),
      world_at: world.now().toISOString(),
      method: "MAIL",
      path: session.envelope.rcptTo.map(({ address }) => address).join(","),
      headers: {},
      body: body.slice(0, 64_000),
      status,
      answer: null,
      fault,
    });

  const server = new SMTPServer({
    banner: "Rawaj sandbox",
    // Plain on loopback: the sandbox has no certificate.
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    size: MAX_BYTES,
    onConnect(_session, done) {
      if (consume("503")) return done(refusal(421, "4.3.2 Service not available, try again later"));
      done();
    },
    onAuth({ username, password }, _session, done) {
      if (username !== USER || password !== PASSWORD)
        return done(refusal(535, "5.7.8 Authentication credentials invalid"));
      done(null, { user: username });
    },
    onRcptTo({ address }, session, done) {
      if (consume("greylisted")) {
        record(session, 451, address, "greylisted");
        return done(refusal(451, "4.7.1 Greylisted, try again in 60 seconds"));
      }
      if (consume("refused") || address.endsWith("@nobody.example"))
        return done(refusal(550, "5.1.1 The mailbox does not exist"));
      done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => void take(Buffer.concat(chunks)));

      async function take(raw: Buffer) {
        if (stream.sizeExceeded) return done(refusal(552, "5.3.4 Message too big"));
        const fault = consume("slow", "500", "timeout_before", "timeout_after");
        if (fault?.kind === "500") return done(refusal(554, "5.7.1 Message refused"));
        if (fault?.kind === "timeout_before") return cut();
        if (fault?.kind === "slow") await new Promise((pass) => setTimeout(pass, fault.ms ?? 1_000));
        const mail = await simpleParser(raw);
        for (const { address } of session.envelope.rcptTo) deliver(world, address, mail);
        record(session, 250, raw.toString("utf8"), fault?.kind ?? null);
        if (fault?.kind === "timeout_after") return cut();
        done(null, "2.0.0 Queued");
      }
      /** The connection ends without an answer. */
      function cut() {
        for (const connection of server.connections) if (connection.id === session.id) connection.close();
      }
    },
  });
  server.on("error", () => {}); // a client that leaves in the middle

  let port = 0;
  return {
    vendor: "smtp",
    title: { ar: "البريد الإلكتروني", en: "E-mail" },
    hosts: [],
    get credentials() {
      return { SMTP_URL: `smtp://${USER}:${PASSWORD}@localhost:${port}`, EMAIL_FROM: FROM };
    },
    start: () =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        const listening = server.listen(world.settings.smtpPort, "localhost", () => {
          port = (listening.address() as AddressInfo).port;
          resolve();
        });
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function deliver(world: World, to: string, mail: ParsedMail) {
  const header = (name: string) =>
    mail.headerLines.find(({ key }) => key === name)?.line.replace(/^[^:]*:\s*/, "");
  const picture = mail.attachments.find(({ cid }) => cid !== undefined);
  const inline = picture ? `data:${picture.contentType};base64,${picture.content.toString("base64")}` : null;
  const html = mail.html || "";
  world.inbox.receive({
    to,
    text: mail.text ?? "",
    channel: "email",
    sender: mail.from?.text ?? "",
    vendor: "smtp",
    email: {
      subject: mail.subject ?? "",
      html: inline && picture?.cid ? html.replaceAll(`cid:${picture.cid}`, inline) : html,
      message_id: mail.messageId ?? "",
      list_unsubscribe: header("list-unsubscribe") ?? null,
      list_unsubscribe_post: header("list-unsubscribe-post") ?? null,
      picture: inline,
      copies: 1,
    },
  });
}
