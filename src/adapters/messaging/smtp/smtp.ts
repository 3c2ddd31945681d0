import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { observeVendorCall } from "#base/server/vendor-calls.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { EmailSender, OutgoingEmail } from "#modules/messages/server/email-sender.port.ts";

export type SmtpSettings = {
  /** `smtps://user:password@host:465`, or `smtp://…:587`, which must offer STARTTLS unless it is this machine. */
  url: string;
  /** `Rawaj <no-reply@example.com>`. */
  from: string;
};

const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 };
const isLoopback = (host: string) => host === "localhost" || host === "[::1]" || host.startsWith("127.");

/** Hands e-mail to one SMTP server (RFC 5321). Its quirks: QUIRKS.md. */
export function makeSmtp({ url, from }: SmtpSettings): EmailSender {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === "smtps:";
  const options = {
    ...timeouts,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port || (secure ? 465 : 587)),
    secure,
    requireTLS: !secure && !isLoopback(hostname),
  };
  const credentials = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const sender = parseAddress(from);
  return {
    domain: sender.slice(sender.lastIndexOf("@") + 1),
    send: (email) =>
      observeVendorCall({ vendor: "smtp", method: "SEND" }, async () => {
        const message = await composeMessage(email, from);
        const connection = new SMTPConnection(options);
        try {
          await run(connection, (done) => connection.connect(done)).catch((error) => fail(error, "connect"));
          if (username)
            await run(connection, (done) => connection.login({ credentials, ...credentials }, done)).catch(
              (error) => fail(error, "login"),
            );
          const envelope = { from: sender, to: [email.to], size: message.length };
          const response = await run<{ response: string }>(connection, (done) =>
            connection.send(envelope, message, done),
          ).catch((error) => fail(error, "send"));
          return { providerId: response.response.slice(0, 200) };
        } finally {
          connection.close();
        }
      }),
  };
}

/** Headers, both bodies, and the picture inside the HTML's part, so that no mail program lists it as an attachment. */
function composeMessage(
  { to, subject, text, html, messageId, picture, unsubscribeUrl }: OutgoingEmail,
  from: string,
) {
  const composer = new MailComposer({
    from,
    to,
    subject,
    text,
    html,
    messageId,
    ...(picture
      ? {
          attachments: [
            {
              filename: "report.png",
              content: picture,
              cid: "picture",
              contentType: "image/png",
              contentDisposition: "inline" as const,
            },
          ],
        }
      : {}),
    headers: {
      // No automatic answers to an automatic message (RFC 3834).
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl
        ? {
            "List-Unsubscribe": `<${unsubscribeUrl}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }
        : {}),
    },
  });
  return composer.compile().build();
}

/** One step of the exchange; rejects when it fails, or when the connection ends before its answer. */
function run<Answer>(
  connection: SMTPConnection,
  begin: (done: (error?: Error | null, answer?: Answer) => void) => void,
): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const onEnd = () => reject(new Error("the connection ended"));
    connection.once("error", reject).once("end", onEnd);
    begin((error, answer) => {
      connection.off("error", reject).off("end", onEnd);
      if (error) reject(error);
      else resolve(answer as Answer);
    });
  });
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string };

/** What a failed step means. A 4xx is a refusal for now and a 5xx for good (RFC 5321, 4.2.1). */
function fail(error: SmtpError, step: "connect" | "login" | "send"): never {
  const { responseCode = 0, response, message } = error;
  const reason = `smtp ${step}: ${(response ?? message).slice(0, 200)}`;
  if (step === "login" && responseCode >= 500) throw new AdapterFault("reconnect", { reason, cause: error });
  if (step === "send" && responseCode >= 500) throw new AdapterFault("rejected", { reason, cause: error });
  // After `send` has begun, a connection that ends without an answer may have delivered the message.
  if (step === "send" && responseCode === 0)
    throw new AdapterFault("outcome_unknown", { reason, cause: error });
  throw new AdapterFault("later", { reason, retryAfterSeconds: 60, cause: error });
}

/** The bare address of `Name <address>`. */
function parseAddress(from: string): string {
  return /<([^<>\s]+@[^<>\s]+)>/.exec(from)?.[1] ?? from.trim();
}
