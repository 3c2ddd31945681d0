import type { FastifyInstance } from "fastify";
import { html, page, sendPage } from "../../base/page.ts";
import { toStoreOrigin } from "../shared/shop-backend.ts";
import type { Site } from "./model.ts";
import type { OwnerDeps } from "./site.ts";

/** The page where a site's owner pastes tags into the head of their pages, and sets their server's signing key. */
export function ownerRoutes(app: FastifyInstance, deps: OwnerDeps): void {
  const { records } = deps;
  const findSite = (params: unknown) => records.storeBySlug((params as { slug: string }).slug);
  app.get("/:slug/owner", (request, reply) => {
    const site = findSite(request.params);
    return site ? sendPage(reply, 200, ownerPage(deps, site, false)) : reply.status(404).send();
  });
  app.post("/:slug/owner", (request, reply) => {
    const site = findSite(request.params);
    if (!site) return reply.status(404).send();
    const form = (request.body ?? {}) as { head?: string; signing_key?: string };
    const changed = deps.change(site, { head: form.head ?? "", signingKey: (form.signing_key ?? "").trim() });
    return sendPage(reply, 200, ownerPage(deps, changed, true));
  });
}

function ownerPage({ world, storefrontName }: OwnerDeps, site: Site, isSaved: boolean): string {
  const body = html`<main><p><a href="${toStoreOrigin({ world, storefrontName }, site)}">${site.name}</a></p><h1>لوحة صاحب الموقع</h1>
${isSaved && html`<div class="card" role="status">حُفظ. ظهر في كل صفحات الموقع.</div>`}
<form method="post"><div class="card"><label for="head"><b>وسوم رأس الصفحة</b> <small lang="en" dir="ltr">goes into &lt;head&gt; of every page</small></label>
<textarea id="head" name="head" dir="ltr" rows="7" style="width:100%;font:13px/1.6 ui-monospace,monospace">${site.head}</textarea>
<label for="key"><b>مفتاح التوقيع</b> <small>يوقّع به خادم الموقع ما يقوله عن الطلبات بعد الشراء؛ اختياري</small></label>
<input type="text" id="key" name="signing_key" dir="ltr" style="width:100%" value="${site.signingKey}">
<p><button class="go">حفظ · <span lang="en">Save</span></button></p></div></form></main>`;
  return page({ title: `${site.name} · لوحة صاحب الموقع`, body });
}
