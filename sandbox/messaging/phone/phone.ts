import type { FastifyInstance } from "fastify";
import { html, page } from "../../base/page.ts";
import type { World } from "../../base/world.ts";
import { parseLimit } from "../../control/control.ts";
import { phoneScript, phoneStyle } from "./phone-assets.ts";

/** `GET /control/messages` (of phones and mailboxes) and the phone that shows them live. */
export function phoneRoutes(app: FastifyInstance, world: World): void {
  app.get("/control/messages", (request) => {
    const { to, channel, limit } = request.query as { to?: string; channel?: string; limit?: string };
    return world.inbox.list({ to, channels: channel?.split(","), limit: parseLimit(limit, 50, 1_000) });
  });
  app.get("/phone", (_request, reply) => reply.type("text/html; charset=utf-8").send(phonePage(world)));
}

function phonePage({ settings }: World): string {
  const back = settings.productUrl
    ? html`<a class="button" href="${settings.productUrl}">العودة إلى رواج</a>`
    : null;
  const body = html`<main class="stage">
<div class="phone"><div class="bar"><span id="clock" dir="ltr"></span><i></i><span>شبكة تجريبية</span></div>
<header><h1>الرسائل</h1><label class="sr" for="to">رقم الجوال</label>
<input id="to" type="search" inputmode="tel" dir="ltr" placeholder="05… رقم الجوال" autocomplete="off"></header>
<ol id="list" aria-live="polite"></ol>
<p id="none" class="soft">لا رسائل بعد. ما يُرسل إلى أي رقم يظهر هنا فورًا.</p></div>
<p class="row" style="justify-content:center">${back}<a class="button" href="/mail">البريد</a><a class="button" href="/">لوحة البيئة التجريبية</a></p></main>`;
  return page({ title: "جوال البيئة التجريبية", body, style: phoneStyle, script: phoneScript });
}
