import type { FastifyInstance } from "fastify";
import { type FaultKind, faultKinds } from "../base/faults.ts";
import { html, page } from "../base/page.ts";
import type { Vendor } from "../base/vendor.ts";
import type { World } from "../base/world.ts";
import { controlScript, controlStyle } from "./page-assets.ts";

type Lang = "ar" | "en";

const words = {
  title: { ar: "البيئة التجريبية", en: "The sandbox" },
  intro: {
    ar: "عالم صغير يقلّد منصات الإعلان الخمس ومنصات المتاجر وميسر ويونيفونك، وفيه متسوقون يرون الإعلانات ويشترون.",
    en: "A small world that plays five ad platforms, the store platforms, Moyasar and Unifonic, with shoppers who see ads and buy.",
  },
  clock: { ar: "ساعة العالم", en: "World clock" },
  pause: { ar: "إيقاف", en: "Pause" },
  hour: { ar: "ساعة إلى الأمام", en: "An hour on" },
  day: { ar: "يوم", en: "A day" },
  week: { ar: "أسبوع", en: "A week" },
  month: { ar: "٣٠ يومًا", en: "30 days" },
  truth: { ar: "ما حدث فعلًا", en: "What really happened" },
  truthNote: {
    ar: "هذه الحقيقة كما وقعت في العالم التجريبي، وبها تُراجع أرقام رواج.",
    en: "This is what happened in the world; every figure of Rawaj can be checked against it.",
  },
  faults: { ar: "أعطال عند الطلب", en: "Faults on demand" },
  vendor: { ar: "المزوّد", en: "Vendor" },
  fault: { ar: "العطل", en: "Fault" },
  times: { ar: "عدد المرات (فارغ = حتى يُزال)", en: "Times (empty = until removed)" },
  path: { ar: "جزء من المسار (اختياري)", en: "Part of the path (optional)" },
  add: { ar: "أضف العطل", en: "Add the fault" },
  none: { ar: "لا أعطال الآن", en: "No faults now" },
  retry: { ar: "أرسل التنبيهات المنتظرة الآن", en: "Send waiting webhooks now" },
  received: { ar: "آخر ما وصل إلى المزوّدين", en: "Latest requests to the vendors" },
  all: { ar: "الكل", en: "All" },
  seed: { ar: "بذرة العشوائية", en: "Seed" },
  setSeed: { ar: "غيّر البذرة", en: "Change the seed" },
  reset: { ar: "عالم جديد فارغ", en: "A new, empty world" },
  resetAsk: { ar: "يُمحى كل ما في العالم التجريبي. متأكد؟", en: "Everything in the sandbox is erased. Sure?" },
  places: { ar: "أماكن", en: "Places" },
  phone: { ar: "الجوال", en: "The phone" },
  mail: { ar: "البريد", en: "The mailbox" },
  back: { ar: "العودة إلى رواج", en: "Back to Rawaj" },
  working: { ar: "يعمل…", en: "Working…" },
  lost: { ar: "لا تجيب البيئة التجريبية", en: "The sandbox does not answer" },
  stopped: { ar: "متوقفة", en: "paused" },
  remove: { ar: "إزالة", en: "Remove" },
  counts: {
    ar: "مرات الظهور|نقرات عدّتها المنصات|نقرات ناس|نقرات آلات|الإنفاق|زيارات|ضاعت|طلبات|منها بالإعلانات|سُلّمت|رُفضت|أُلغيت|استُرجعت",
    en: "Impressions|Clicks the platforms counted|Valid clicks|Bot clicks|Spend|Visits|Lost|Orders|From ads|Delivered|Refused|Cancelled|Refunded",
  },
} as const;

const faultLabels: Record<FaultKind, { ar: string; en: string }> = {
  timeout_before: { ar: "لا يجيب ولا يعمل شيئًا", en: "never answers, does nothing" },
  timeout_after: { ar: "ينفّذ ولا يجيب", en: "does the work, never answers" },
  "429": { ar: "٤٢٩: طلبات كثيرة", en: "429: too many requests" },
  "500": { ar: "٥٠٠: خطأ داخلي", en: "500: inner error" },
  "503": { ar: "٥٠٣: متوقف", en: "503: down" },
  slow: { ar: "بطيء", en: "slow" },
  half_done: { ar: "ينفّذ النصف", en: "half done" },
  duplicate_webhook: { ar: "كل تنبيه مرتين", en: "every webhook twice" },
  late_webhook: { ar: "تنبيهات متأخرة", en: "late webhooks" },
  out_of_order_webhook: { ar: "تنبيهات بغير ترتيب", en: "webhooks out of order" },
  refused: { ar: "صندوق بريد غير موجود", en: "the mailbox does not exist" },
  greylisted: { ar: "حاول لاحقًا (قائمة رمادية)", en: "greylisted: try again later" },
  cut_stream: { ar: "ينقطع الجواب في وسطه", en: "the answer breaks off" },
  split_utf8: { ar: "قطع تنتهي وسط الحروف", en: "pieces end inside letters" },
  refusal: { ar: "النموذج يرفض", en: "the model refuses" },
  moderation: { ar: "الرقابة ترفض الطلب", en: "moderation refuses" },
  fenced_json: { ar: "JSON داخل سياج", en: "JSON in a fence" },
  broken_json: { ar: "جواب بشكل آخر", en: "an answer of another shape" },
  slow_first_token: { ar: "أول كلمة متأخرة", en: "a slow first token" },
  token_limit: { ar: "يُقطع عند حد الرموز", en: "cut at the token limit" },
  no_quota: { ar: "انتهى الرصيد عند المورّد", en: "no quota left" },
  silence: { ar: "نموذج الكلام: لم يُقل شيء", en: "speech model: nothing was said" },
  no_json_schema: { ar: "خادم أقدم بلا مخططات", en: "an older server without schemas" },
  expire_tokens: { ar: "تنتهي صلاحية الرموز الآن", en: "tokens expire now" },
};

/** `/`: an overview of the sandbox, and buttons for the control API. `?lang=en` for English. */
export function controlPage(app: FastifyInstance, world: World, vendors: Vendor[]): void {
  app.get("/", (request, reply) => {
    const lang: Lang = (request.query as { lang?: string }).lang === "en" ? "en" : "ar";
    return reply.type("text/html; charset=utf-8").send(render(world, vendors, lang));
  });
}

function render(world: World, vendors: Vendor[], lang: Lang): string {
  const t = (key: keyof typeof words) => words[key][lang];
  const other =
    lang === "ar"
      ? html`<a href="?lang=en" lang="en">English</a>`
      : html`<a href="?lang=ar" lang="ar">العربية</a>`;
  const body = html`<main class="control">
<header class="row"><div><h1>${t("title")}</h1><p class="soft">${t("intro")}</p></div>${other}</header>
<p id="note" role="status" class="soft"></p>
<section class="card"><h2>${t("clock")}</h2><p class="now"><bdi id="now" dir="ltr">…</bdi> <small id="pace"></small></p>
<div class="row" id="speeds"><button data-speed="0">${t("pause")}</button>${[1, 60, 1440].map((speed) => html`<button data-speed="${speed}" dir="ltr">${speed}×</button>`)}</div>
<div class="row steps">${listSteps(t)}</div></section>
<section class="card"><h2>${t("truth")}</h2><p class="soft">${t("truthNote")}</p><dl id="totals"></dl></section>
<section class="card"><h2>${t("faults")}</h2><form id="fault" class="fields">
<label>${t("vendor")}<select name="vendor">${vendors.map(({ vendor, title }) => html`<option value="${vendor}">${title[lang]}</option>`)}</select></label>
<label>${t("fault")}<select name="kind">${faultKinds.map((kind) => html`<option value="${kind}">${faultLabels[kind][lang]}</option>`)}</select></label>
<label>${t("times")}<input name="times" type="number" min="1" value="1"></label>
<label>${t("path")}<input name="path" type="text" dir="ltr"></label>
<button class="go">${t("add")}</button></form><ul id="faults"></ul>
<button id="retry">${t("retry")}</button></section>
<section class="card"><h2>${t("received")}</h2><div class="row" id="filter"><button data-vendor="" aria-pressed="true">${t("all")}</button>
${vendors.map(({ vendor, title }) => html`<button data-vendor="${vendor}" aria-pressed="false">${title[lang]}</button>`)}</div><div id="received"></div></section>
<section class="card"><h2>${t("places")}</h2><div class="row"><a class="button go" href="/phone">${t("phone")}</a><a class="button" href="/mail">${t("mail")}</a>
${world.settings.productUrl ? html`<a class="button" href="${world.settings.productUrl}">${t("back")}</a>` : null}</div><ul id="shops"></ul></section>
<section class="card"><h2>${t("seed")}</h2><form id="seed" class="row"><input name="seed" type="text" dir="ltr" aria-label="${t("seed")}"><button>${t("setSeed")}</button>
<button name="reset" value="1">${t("reset")}</button></form></section></main>`;
  const labels = Object.fromEntries(Object.entries(words).map(([key, word]) => [key, word[lang]]));
  const kinds = Object.fromEntries(Object.entries(faultLabels).map(([kind, word]) => [kind, word[lang]]));
  // Only our own texts are put in here; "<" is escaped so that no text can end the script.
  const data = JSON.stringify({ lang, words: labels, kinds }).replaceAll("<", "\\u003c");
  return page({
    title: t("title"),
    lang,
    body,
    style: controlStyle,
    script: `const pageData=${data};${controlScript}`,
  });
}

function listSteps(t: (key: keyof typeof words) => string) {
  const steps = { PT1H: "hour", P1D: "day", P1W: "week", P30D: "month" } as const;
  return Object.entries(steps).map(([step, key]) => html`<button data-step="${step}">${t(key)}</button>`);
}
