import { Html, html, page } from "./page.ts";

export interface ConsentOptions {
  /** The vendor whose authorization page this is. */
  vendor: { ar: string; en: string };
  /** The vendor's colour, for the top bar. */
  colour: string;
  /** In both languages when they differ. */
  appName: string | { ar: string; en: string };
  /** The permissions the app requests, in words a merchant reads. */
  permissions: { ar: string; en: string }[];
  /** The form's target. Its answers come as fields `decision` (allow, deny), `choice` and the hidden ones. */
  action: string;
  hidden: Record<string, string>;
  /** What access is granted to: a store, an organisation … The first is preselected. */
  choices: { value: string; label: string; detail?: string }[];
  choicesTitle: { ar: string; en: string };
  /** The vendor's own extra fields, below the choices. */
  more?: Html;
}

/** The page on which a merchant allows or denies the app. Works without JavaScript. */
export function consentPage(options: ConsentOptions): string {
  const { vendor, permissions, choices } = options;
  const name =
    typeof options.appName === "string" ? { ar: options.appName, en: options.appName } : options.appName;
  const body = html`<main>
<div class="card" style="border-top:6px solid ${options.colour}">
  <p class="soft">${vendor.ar} · <span lang="en" dir="ltr">${vendor.en}</span></p>
  <h1>يطلب «${name.ar}» الوصول إلى حسابك</h1>
  <p lang="en" dir="ltr" class="soft">${name.en} asks for access to your account</p>
  <form method="post" action="${options.action}">
    ${Object.entries(options.hidden).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}">`)}
    <h2>${options.choicesTitle.ar} <small lang="en" dir="ltr">${options.choicesTitle.en}</small></h2>
    ${choices.map((choice, index) => renderChoice(choice, index === 0))}
    ${options.more ?? null}
    <h2>سيتمكن من <small lang="en" dir="ltr">It will be able to</small></h2>
    <ul>${permissions.map((permission) => html`<li>${permission.ar} <small lang="en" dir="ltr">${permission.en}</small></li>`)}</ul>
    <div class="row">
      <button class="go" name="decision" value="allow">موافقة · <span lang="en">Allow</span></button>
      <button name="decision" value="deny">رفض · <span lang="en">Deny</span></button>
    </div>
  </form>
</div></main>`;
  return page({ title: `${vendor.ar} · sandbox`, body });
}

function renderChoice(choice: { value: string; label: string; detail?: string }, checked: boolean): Html {
  return html`<label class="choice"><input type="radio" name="choice" value="${choice.value}"${checked && new Html(" checked")}>
<span><b dir="auto">${choice.label}</b>${choice.detail ? html`<br><small dir="auto">${choice.detail}</small>` : null}</span></label>`;
}

/**
 * The page for a request that must not be redirected: an unknown client, or a redirect address that is not the
 * app's.
 */
export function consentRefused(
  vendor: { ar: string; en: string },
  reason: { ar: string; en: string },
): string {
  const body = html`<main><div class="card"><p class="soft">${vendor.ar} · <span lang="en" dir="ltr">${vendor.en}</span></p>
<h1>${reason.ar}</h1><p lang="en" dir="ltr" class="soft">${reason.en}</p></div></main>`;
  return page({ title: `${vendor.ar} · sandbox`, body });
}
