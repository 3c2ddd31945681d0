import { createHash } from "node:crypto";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };

const style = `body{margin:0;background:#faf7f1;color:#1d1b17;font:16px/1.7 system-ui,sans-serif;display:grid;min-height:100vh;place-items:center;text-align:center}
main{padding:2rem;max-width:26rem}h1{font-size:1.25rem;margin:0}p{margin:.4rem 0;color:#5d574d}a{color:inherit}
form{text-align:start;display:grid;gap:1rem;margin-top:1.5rem}label{display:grid;gap:.25rem}
input,select,textarea,button{font:inherit;padding:.6rem .75rem;border:1px solid #8d8678;border-radius:.5rem;background:#fff;color:inherit;box-sizing:border-box;width:100%}
button{background:#1d1b17;color:#fff;border-color:#1d1b17;cursor:pointer}small{color:#5d574d}footer{margin-top:1.5rem;font-size:.875rem}`;

/** The style of these pages only; no script. The form is sent to its own host. */
export const visitorPagePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256")
  .update(style)
  .digest("base64")}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

type Words = { title: string; body: string };

export const reportPath = "/report-link";

const reportLink = `<footer><a href="${reportPath}">${ar.visitor.report.link}</a> · <a lang="en" href="${reportPath}">${en.visitor.report.link}</a></footer>`;

/** The page for a visitor whose link leads nowhere; in both languages, since we know nothing of the visitor. */
function renderPage(arabic: Words, english: Words, more = ""): string {
  return `<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${arabic.title}</title><style>${style}</style></head><body><main><h1>${arabic.title}</h1><p>${arabic.body}</p><div lang="en" dir="ltr"><p><strong>${english.title}</strong></p><p>${english.body}</p></div>${more}</main></body></html>`;
}

export const gonePage = renderPage(ar.visitor.gone, en.visitor.gone, reportLink);
export const busyPage = renderPage(ar.visitor.busy, en.visitor.busy);
/** What a host of links answers at every address that is no link. */
export const hostPage = renderPage(ar.visitor.host, en.visitor.host, reportLink);
export const reportSentPage = renderPage(ar.visitor.report.sent, en.visitor.report.sent);
export const reportLimitedPage = renderPage(ar.visitor.report.limited, en.visitor.report.limited);

const reasons = ["fraud", "illegal", "spam", "other"] as const;

/** The form for a report of abuse; `isWrong` says that what was sent names no link. Every label is in both languages. */
export function renderReportPage({ linkId, isWrong }: { linkId: string; isWrong: boolean }): string {
  const [arabic, english] = [ar.visitor.report, en.visitor.report];
  const both = (key: "link_label" | "reason_label" | "details_label" | "contact_label" | "send") =>
    `<span>${arabic[key]} <small lang="en" dir="ltr">${english[key]}</small></span>`;
  const options = reasons
    .map(
      (reason) => `<option value="${reason}">${arabic.reasons[reason]} · ${english.reasons[reason]}</option>`,
    )
    .join("");
  const wrong = isWrong
    ? `<p role="alert"><strong>${arabic.wrong}</strong><br><span lang="en" dir="ltr">${english.wrong}</span></p>`
    : "";
  // The id is digits alone, so nothing of the request reaches the page.
  const form = `${wrong}<form method="post" action="${reportPath}"><label>${both("link_label")}<input name="link" dir="ltr" required maxlength="300" value="${linkId}"></label><label>${both("reason_label")}<select name="reason" required>${options}</select></label><label>${both("details_label")}<textarea name="details" rows="4" maxlength="1000" dir="auto"></textarea></label><label>${both("contact_label")}<input name="contact" maxlength="120" dir="auto"></label><button type="submit">${both("send").replace("<small ", "<span ").replace("</small>", "</span>")}</button></form>`;
  return renderPage(arabic.form, english.form, form);
}
