import type { FastifyInstance } from "fastify";
import { html, page } from "../../base/page.ts";
import type { World } from "../../base/world.ts";
import { mailboxScript, mailboxStyle } from "./mailbox-assets.ts";

/** `/mail`: every mailbox, live, beside the phone. `/mail/{id}` is one e-mail's own page, in a frame that runs nothing. */
export function mailboxRoutes(app: FastifyInstance, world: World): void {
  app.get("/mail", (_request, reply) => reply.type("text/html; charset=utf-8").send(mailboxPage(world)));
  app.get<{ Params: { id: string } }>("/mail/:id", (request, reply) => {
    const found = world.inbox
      .list({ channels: ["email"], limit: 1_000 })
      .find(({ id }) => id === request.params.id);
    return reply
      .status(found ? 200 : 404)
      .header(
        "content-security-policy",
        "sandbox allow-popups; default-src 'none'; img-src data:; style-src 'unsafe-inline'",
      )
      .type("text/html; charset=utf-8")
      .send(found?.email?.html.replace("<head>", '<head><base target="_blank">') ?? "");
  });
}

function mailboxPage({ settings }: World): string {
  const back = settings.productUrl
    ? html`<a class="button" href="${settings.productUrl}">العودة إلى رواج</a>`
    : null;
  const body = html`<main class="mail">
<header><h1>البريد التجريبي</h1><label class="sr" for="to">عنوان البريد</label>
<input id="to" type="search" inputmode="email" dir="ltr" placeholder="name@example.com" autocomplete="off"></header>
<ol id="list" aria-live="polite"></ol>
<p id="none" class="soft">لا رسائل بعد. ما يُرسل إلى أي بريد يظهر هنا فورًا.</p>
<p class="row" style="justify-content:center">${back}<a class="button" href="/phone">الجوال</a><a class="button" href="/">لوحة البيئة التجريبية</a></p></main>`;
  return page({ title: "بريد البيئة التجريبية", body, style: mailboxStyle, script: mailboxScript });
}
