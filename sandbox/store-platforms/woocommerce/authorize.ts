import type { FastifyInstance, FastifyReply } from "fastify";
import { consentPage, consentRefused } from "../../base/consent.ts";
import { sendPage } from "../../base/page.ts";
import type { World } from "../../base/world.ts";
import { woocommerce } from "./format.ts";
import { isPermission, type Key, type Keys } from "./keys.ts";
import type { Site } from "./model.ts";

const FIELDS = ["app_name", "user_id", "return_url", "callback_url", "scope"] as const;
type AuthorizeParams = Partial<Record<(typeof FIELDS)[number], string>>;
/** A slow site sends its keys this long after it redirected the browser. */
const SLOW_KEY_DELIVERY_MS = 1_500;

const permissionLabels = {
  read: [
    { ar: "الاطلاع على الطلبات والمنتجات والعملاء", en: "View coupons, customers, orders and products" },
  ],
  write: [{ ar: "إنشاء التنبيهات والطلبات والمنتجات", en: "Create webhooks, coupons, orders and products" }],
};

interface Deps {
  world: World;
  keys: Keys;
  /** The site of a path segment. */
  findSite(slug: string): Site | undefined;
  /** The owner approved: the site is connected. */
  connected(site: Site): void;
}

/**
 * `/wc-auth/v1/authorize` (WooCommerce, includes/class-wc-auth.php): the owner approves, the site's own server posts
 * the key to `callback_url` and requires exactly 200, and only then the browser is redirected to `return_url`.
 */
export function authorizeRoutes(app: FastifyInstance, deps: Deps): void {
  const refuse = (reply: FastifyReply, ar: string, en: string) =>
    sendPage(reply, 401, consentRefused(woocommerce, { ar, en }));

  app.get("/:site/wc-auth/v1/authorize", (request, reply) => {
    const site = deps.findSite((request.params as { site: string }).site);
    if (!site) return refuse(reply, "لا يوجد موقع بهذا العنوان", "There is no site here");
    const authParams = request.query as AuthorizeParams;
    const wrong = findProblem(authParams);
    if (wrong) return refuse(reply, "طلب الربط غير صحيح", `Error: ${wrong}`);
    return sendPage(reply, 200, renderConsent(deps.world, site, authParams));
  });

  app.post("/:site/wc-auth/v1/access_granted", async (request, reply) => {
    const site = deps.findSite((request.params as { site: string }).site);
    const authParams = (request.body ?? {}) as AuthorizeParams & { decision?: string };
    if (!site || findProblem(authParams))
      return refuse(reply, "طلب الربط غير صحيح", "Error: the request is not whole");
    if (authParams.decision !== "allow") return reply.redirect(buildReturnUrl(authParams, "0"), 302);
    const key = deps.keys.make(site.id, parsePermission(authParams), `${authParams.app_name} - API`);
    if (deps.world.faults.consume("woocommerce", ["half_done"])) {
      setTimeout(() => void deliverKey(deps, key, authParams), SLOW_KEY_DELIVERY_MS).unref();
    } else if (!(await deliverKey(deps, key, authParams))) {
      return refuse(
        reply,
        "تعذّر تسليم المفتاح إلى التطبيق",
        "Error: An error occurred in the request and at the time were unable to send the consumer data",
      );
    }
    deps.connected(site);
    return reply.redirect(buildReturnUrl(authParams, "1"), 302);
  });
}

/** Posts the key; any status but 200 deletes it. */
async function deliverKey({ world, keys }: Deps, key: Key, authParams: AuthorizeParams): Promise<boolean> {
  const body = JSON.stringify({
    key_id: key.keyId,
    user_id: authParams.user_id,
    consumer_key: key.id,
    consumer_secret: key.secret,
    key_permissions: key.permission,
  });
  const headers = {
    "content-type": "application/json;charset=utf-8",
    "user-agent": "WordPress/7.0 (sandbox)",
  };
  const status = await world.requestPool.run(() =>
    fetch(authParams.callback_url ?? "", {
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

function parsePermission({ scope = "" }: AuthorizeParams) {
  return isPermission(scope) ? scope : "read";
}

/** The checks of the source, with its error texts. */
function findProblem(authParams: AuthorizeParams): string | null {
  const missing = FIELDS.find((name) => !authParams[name]);
  if (missing) return `Missing parameter ${missing}`;
  if (!isPermission(authParams.scope ?? "")) return `Invalid scope ${authParams.scope}`;
  for (const name of ["return_url", "callback_url"] as const) {
    if (!URL.canParse(authParams[name] ?? "")) return `The ${name} is not a valid URL`;
  }
  const callback = new URL(authParams.callback_url ?? "");
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(callback.hostname);
  return callback.protocol === "https:" || isLoopback ? null : "The callback_url needs to be over SSL";
}

function buildReturnUrl(authParams: AuthorizeParams, success: "0" | "1"): string {
  const url = new URL(authParams.return_url ?? "");
  url.searchParams.set("success", success);
  url.searchParams.set("user_id", authParams.user_id ?? "");
  return url.toString();
}

function renderConsent(world: World, site: Site, authParams: AuthorizeParams): string {
  const permission = parsePermission(authParams);
  return consentPage({
    vendor: woocommerce,
    colour: "#7f54b3",
    appName: authParams.app_name ?? "",
    action: `${world.url("woocommerce")}/${site.slug}/wc-auth/v1/access_granted`,
    hidden: Object.fromEntries(FIELDS.map((name) => [name, authParams[name] ?? ""])),
    choicesTitle: { ar: "موقعك", en: "Your site" },
    choices: [{ value: site.id, label: site.name, detail: `${world.url("woocommerce")}/${site.slug}` }],
    permissions: [
      ...(permission === "write" ? [] : permissionLabels.read),
      ...(permission === "read" ? [] : permissionLabels.write),
    ],
  });
}
