import type { FastifyInstance, FastifyReply } from "fastify";
import { consentPage, consentRefused } from "../../base/consent.ts";
import { sendPage } from "../../base/page.ts";
import type { World } from "../../base/world.ts";
import { isPermission, type Key, type Keys } from "./keys.ts";
import type { Site } from "./model.ts";
import { woocommerce } from "./words.ts";

const FIELDS = ["app_name", "user_id", "return_url", "callback_url", "scope"] as const;
type Ask = Partial<Record<(typeof FIELDS)[number], string>>;
/** A site that is slow hands its keys over this long after it sent the browser back. */
const SLOW_HANDOVER_MS = 1_500;

const permissionWords = {
  read: [
    { ar: "الاطلاع على الطلبات والمنتجات والعملاء", en: "View coupons, customers, orders and products" },
  ],
  write: [{ ar: "إنشاء التنبيهات والطلبات والمنتجات", en: "Create webhooks, coupons, orders and products" }],
};

interface Deps {
  world: World;
  keys: Keys;
  /** The site of a path segment. */
  siteOf(slug: string): Site | undefined;
  /** The owner agreed: the site is connected. */
  connected(site: Site): void;
}

/**
 * `/wc-auth/v1/authorize` (WooCommerce, includes/class-wc-auth.php): the owner agrees, the site's own server posts the
 * key to `callback_url` and needs exactly 200, and only then the browser goes to `return_url`.
 */
export function authorizeRoutes(app: FastifyInstance, deps: Deps): void {
  const refuse = (reply: FastifyReply, ar: string, en: string) =>
    sendPage(reply, 401, consentRefused(woocommerce, { ar, en }));

  app.get("/:site/wc-auth/v1/authorize", (request, reply) => {
    const site = deps.siteOf((request.params as { site: string }).site);
    if (!site) return refuse(reply, "لا يوجد موقع بهذا العنوان", "There is no site here");
    const ask = request.query as Ask;
    const wrong = problemOf(ask);
    if (wrong) return refuse(reply, "طلب الربط غير صحيح", `Error: ${wrong}`);
    return sendPage(reply, 200, showConsent(deps.world, site, ask));
  });

  app.post("/:site/wc-auth/v1/access_granted", async (request, reply) => {
    const site = deps.siteOf((request.params as { site: string }).site);
    const ask = (request.body ?? {}) as Ask & { decision?: string };
    if (!site || problemOf(ask))
      return refuse(reply, "طلب الربط غير صحيح", "Error: the request is not whole");
    if (ask.decision !== "allow") return reply.redirect(wayBack(ask, "0"), 302);
    const key = deps.keys.make(site.id, permissionOf(ask), `${ask.app_name} - API`);
    if (deps.world.faults.take("woocommerce", ["half_done"])) {
      setTimeout(() => void handOver(deps, key, ask), SLOW_HANDOVER_MS).unref();
    } else if (!(await handOver(deps, key, ask))) {
      return refuse(
        reply,
        "تعذّر تسليم المفتاح إلى التطبيق",
        "Error: An error occurred in the request and at the time were unable to send the consumer data",
      );
    }
    deps.connected(site);
    return reply.redirect(wayBack(ask, "1"), 302);
  });
}

/** Posts the key; anything but 200 takes it back. */
async function handOver({ world, keys }: Deps, key: Key, ask: Ask): Promise<boolean> {
  const body = JSON.stringify({
    key_id: key.keyId,
    user_id: ask.user_id,
    consumer_key: key.id,
    consumer_secret: key.secret,
    key_permissions: key.permission,
  });
  const headers = {
    "content-type": "application/json;charset=utf-8",
    "user-agent": "WordPress/7.0 (sandbox)",
  };
  const status = await world.errands.run(() =>
    fetch(ask.callback_url ?? "", {
      method: "POST",
      headers,
      body,
      signal: AbortSignal.timeout(60_000),
    }).then(
      (answer) => answer.status,
      () => null,
    ),
  );
  if (status !== 200) keys.revoke(key.id);
  return status === 200;
}

function permissionOf({ scope = "" }: Ask) {
  return isPermission(scope) ? scope : "read";
}

/** What the source checks, in its words. */
function problemOf(ask: Ask): string | null {
  const missing = FIELDS.find((name) => !ask[name]);
  if (missing) return `Missing parameter ${missing}`;
  if (!isPermission(ask.scope ?? "")) return `Invalid scope ${ask.scope}`;
  for (const name of ["return_url", "callback_url"] as const) {
    if (!URL.canParse(ask[name] ?? "")) return `The ${name} is not a valid URL`;
  }
  const callback = new URL(ask.callback_url ?? "");
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(callback.hostname);
  return callback.protocol === "https:" || isHere ? null : "The callback_url needs to be over SSL";
}

function wayBack(ask: Ask, success: "0" | "1"): string {
  const url = new URL(ask.return_url ?? "");
  url.searchParams.set("success", success);
  url.searchParams.set("user_id", ask.user_id ?? "");
  return url.toString();
}

function showConsent(world: World, site: Site, ask: Ask): string {
  const permission = permissionOf(ask);
  return consentPage({
    vendor: woocommerce,
    colour: "#7f54b3",
    appName: ask.app_name ?? "",
    action: `${world.url("woocommerce")}/${site.slug}/wc-auth/v1/access_granted`,
    hidden: Object.fromEntries(FIELDS.map((name) => [name, ask[name] ?? ""])),
    choicesTitle: { ar: "موقعك", en: "Your site" },
    choices: [{ value: site.id, label: site.name, detail: `${world.url("woocommerce")}/${site.slug}` }],
    asks: [
      ...(permission === "write" ? [] : permissionWords.read),
      ...(permission === "read" ? [] : permissionWords.write),
    ],
  });
}
