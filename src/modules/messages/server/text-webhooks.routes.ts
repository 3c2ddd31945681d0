import type { FastifyInstance } from "fastify";
import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import { receiveReports, receiveWhatsApp } from "./receive-reports.ts";
import type { TextReportSource } from "./text-report.port.ts";
import type { WhatsAppSender } from "./whatsapp-sender.port.ts";

export type TextWebhookDeps = {
  db: Db;
  systemClock: Clock;
  log: Log;
  publicUrl: string;
  whatsApp: WhatsAppSender | null;
  textReportSources: readonly TextReportSource[];
};

/** Where vendors report what became of texts. What is not signed by them is answered 401 and changes nothing. */
export function mountTextWebhooks(app: FastifyInstance, deps: TextWebhookDeps): void {
  const { db, log, whatsApp, textReportSources, publicUrl } = deps;
  const receive = receiveReports(deps);
  const receiveFromWhatsApp = receiveWhatsApp(deps);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    if (whatsApp) {
      scope.get("/webhooks/whatsapp", async ({ query }, reply) => {
        const challenge = whatsApp.answerChallenge(query as Record<string, string | undefined>);
        return challenge === null
          ? reply.status(403).type("text/plain").send("not WhatsApp")
          : reply.type("text/plain").send(challenge);
      });
      scope.post("/webhooks/whatsapp", { bodyLimit: 3_145_728 }, async ({ body, headers, ip }, reply) => {
        const webhook = Buffer.isBuffer(body) ? whatsApp.parseWebhook(body, headers) : null;
        if (!webhook) {
          log.warn({ vendor: "whatsapp", ip }, "a webhook was not the vendor's");
          return reply.status(401).send({ received: false });
        }
        await receiveFromWhatsApp(db, webhook);
        return reply.send({ received: true });
      });
    }
    for (const { vendor, parseReport } of textReportSources)
      scope.post(`/webhooks/${vendor}`, { bodyLimit: 65_536 }, async ({ body, headers, url, ip }, reply) => {
        const reports = Buffer.isBuffer(body)
          ? parseReport({ url: `${publicUrl}${url}`, body, headers })
          : null;
        if (!reports) {
          log.warn({ vendor, ip }, "a webhook was not the vendor's");
          return reply.status(401).send({ received: false });
        }
        await receive(db, reports);
        return reply.send({ received: true });
      });
  });
}
