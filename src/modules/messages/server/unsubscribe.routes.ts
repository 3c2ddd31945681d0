import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Clock } from "#base/server/clock.ts";
import { systemContext, transact } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { type UnsubscribeLinks, unsubscribePath } from "./unsubscribe-links.ts";
import { pageStyle, renderUnsubscribePage, type UnsubscribePage } from "./unsubscribe-page.ts";
import { insertUnsubscription } from "./unsubscriptions.store.ts";

type Deps = { db: Db; systemClock: Clock; worldClock: Clock; links: UnsubscribeLinks };

/** The style of this page only; no script. */
const policy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(pageStyle).digest("base64")}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

/**
 * Where a reader unsubscribes, signed out. Opening the address changes nothing, because mail scanners open every link: its
 * button does, and so does the POST of a mail program (RFC 8058).
 */
export function mountUnsubscribe(app: FastifyInstance, { db, systemClock, worldClock, links }: Deps): void {
  const send = (reply: FastifyReply, page: UnsubscribePage) =>
    reply
      .code(page === "not_valid" ? 404 : 200)
      .headers({
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": policy,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      })
      .send(renderUnsubscribePage(page));

  app.register(async (own) => {
    // The form's body says nothing: the address is all there is.
    own.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 16_384 }, (_request, _body, done) =>
      done(null, null),
    );
    own.get<{ Params: { token: string } }>(`${unsubscribePath}:token`, (request, reply) =>
      send(reply, links.read(request.params.token) ? "confirm" : "not_valid"),
    );
    own.post<{ Params: { token: string } }>(`${unsubscribePath}:token`, async (request, reply) => {
      const subscription = links.read(request.params.token);
      if (!subscription) return send(reply, "not_valid");
      const { merchantId, topic, subjectId } = subscription;
      await transact(systemContext(db, merchantId, worldClock.now()), async (ctx) => {
        if (!(await insertUnsubscription(ctx, subscription, systemClock.now()))) return;
        await ctx.tx.publish({
          name: "messages.unsubscribed",
          merchant_id: merchantId,
          topic,
          subject_id: subjectId,
        });
      });
      return send(reply, "done");
    });
  });
}
