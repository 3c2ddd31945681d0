import type { FastifyInstance, FastifyRequest } from "fastify";
import { html } from "../../base/page.ts";
import { identityPage, sendConsentPage, sendRefusalPage } from "../shared/consent-page.ts";
import { webUrl } from "../shared/field-table.ts";
import type { Identity } from "./demo.ts";
import { SCOPES, VERSIONS } from "./facts.ts";
import type { Registry } from "./registry.ts";
import { APP, type Tokens } from "./tokens.ts";

const META = { ar: "ميتا (فيسبوك وإنستغرام)", en: "Meta (Facebook, Instagram)" };

const scopeLabels: Record<string, { ar: string; en: string }> = {
  ads_management: { ar: "إدارة إعلاناتك", en: "Manage your ads" },
  ads_read: { ar: "قراءة نتائج إعلاناتك", en: "Read your ads' results" },
  business_management: { ar: "معرفة نشاطك التجاري", en: "See your business" },
  pages_show_list: { ar: "معرفة صفحاتك", en: "See your Pages" },
  pages_read_engagement: { ar: "قراءة محتوى صفحاتك", en: "Read your Pages" },
  pages_manage_ads: { ar: "الإعلان باسم صفحاتك", en: "Advertise as your Pages" },
  instagram_basic: { ar: "معرفة حساب إنستغرام", en: "See your Instagram account" },
  public_profile: { ar: "اسمك", en: "Your name" },
};

/** www.facebook.com: the login dialog on which a person grants an app its permissions. */
export function dialogRoutes(app: FastifyInstance, tokens: Tokens, registry: Registry): void {
  app.get("/:version/dialog/oauth", (request, reply) => {
    const authRequest = parseAuthorizeRequest(request);
    if ("refusal" in authRequest) return sendRefusalPage(reply, META, authRequest.refusal);
    return sendConsentPage(reply, dialogPage(registry.choices(), authRequest.scopes));
  });

  app.post("/:version/dialog/oauth", (request, reply) => {
    const authRequest = parseAuthorizeRequest(request);
    if ("refusal" in authRequest) return sendRefusalPage(reply, META, authRequest.refusal);
    const form = (request.body ?? {}) as Record<string, string>;
    const back = new URL(authRequest.redirectUri);
    if (form.decision === "allow") {
      const identity = registry.resolveChoice(form.choice ?? "");
      if (!identity) return sendRefusalPage(reply, META, "Choose who you are.");
      const declined = form.keep_back === "ads_management" ? ["ads_management"] : [];
      const scopes = authRequest.scopes.filter((scope) => !declined.includes(scope));
      const grant = { identity: identity.key, scopes, declined };
      back.searchParams.set("code", tokens.issueCode(grant, authRequest.redirectUri));
    } else {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_code", "200");
      back.searchParams.set("error_reason", "user_denied");
      back.searchParams.set("error_description", "Permissions error");
    }
    back.searchParams.set("state", authRequest.state);
    return reply.redirect(back.href, 303);
  });
}

type AuthorizeRequest = { redirectUri: string; scopes: string[]; state: string } | { refusal: string };

/** The product's authorization request. Errors are shown here, never redirected to an unverified address. */
function parseAuthorizeRequest(request: FastifyRequest): AuthorizeRequest {
  const { version } = request.params as { version: string };
  const query = request.query as Record<string, string | undefined>;
  const scopes = (query.scope ?? "").split(",").filter(Boolean);
  if (!VERSIONS.includes(version)) return { refusal: `${version} is not a version that answers.` };
  if (query.client_id !== APP.id) return { refusal: "Invalid App ID." };
  if (query.response_type !== undefined && query.response_type !== "code")
    return { refusal: "response_type must be code." };
  const problem = webUrl(2_048)(query.redirect_uri, "redirect_uri");
  if (problem || !query.redirect_uri) return { refusal: `URL blocked: ${problem}.` };
  const unexpected = scopes.filter((scope) => !SCOPES.some((known) => known === scope));
  if (unexpected.length > 0) return { refusal: `Invalid Scopes: ${unexpected.join(", ")}.` };
  if (!query.state) return { refusal: "state is required." };
  return { redirectUri: query.redirect_uri, scopes, state: query.state };
}

function dialogPage(people: Identity[], scopes: string[]): string {
  return identityPage({
    vendor: META,
    colour: "#0866ff",
    permissions: scopes.map((scope) => scopeLabels[scope] ?? { ar: scope, en: scope }),
    people,
    toLabel: ({ business }) => business.name,
    fresh: {
      label: "نشاط جديد",
      detail: "حسابان بالريال وصفحة، لا يشاركك فيها أحد (two SAR ad accounts and a Page of your own)",
    },
    more: html`<label><input type="checkbox" name="keep_back" value="ads_management"> لا أسمح بإدارة الإعلانات
      <small lang="en" dir="ltr">Do not allow managing ads</small></label>`,
  });
}
