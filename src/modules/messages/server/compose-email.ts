import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import type { EmailTopic } from "../contract/enums.ts";

/** What an e-mail says; texts are finished sentences of its language. */
export type EmailContent = {
  subject: string;
  heading: string;
  paragraphs: readonly string[];
  /** A PNG below the heading, with what it says for those who do not see it. */
  picture?: { png: Buffer; alt: string };
  button?: { label: string; url: string };
  /** A code of which the body holds `codeMark` alone. */
  hasCode?: boolean;
};

/** Stands where the code is put in while the message is sent. */
export const codeMark = "\u27e6code\u27e7";

type Frame = {
  topic: EmailTopic;
  messages: Messages;
  language: Language;
  unsubscribeUrl: string | null;
};
type Body = { text: string; html: string };

/** The two bodies of an e-mail: plain text, and HTML in the direction of its language, without anything from elsewhere. */
export function composeEmail(
  content: EmailContent,
  { topic, messages, language, unsubscribeUrl }: Frame,
): Body {
  const words = (key: string) => messages.translate(language, `messages:email.${key}`);
  const reason = words(`reason_${topic}`);
  return {
    text: toText(content, { reason, unsubscribeUrl, unsubscribe: words("unsubscribe") }),
    html: toHtml(content, {
      language,
      reason,
      unsubscribeUrl,
      unsubscribe: words("unsubscribe"),
      product: words("product"),
    }),
  };
}

type Footer = { reason: string; unsubscribe: string; unsubscribeUrl: string | null };

function toText({ heading, paragraphs, picture, button, hasCode }: EmailContent, footer: Footer): string {
  const parts = [
    heading,
    ...(hasCode ? [codeMark] : []),
    ...paragraphs,
    ...(picture ? [picture.alt] : []),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    "—",
    footer.reason,
    ...(footer.unsubscribeUrl ? [`${footer.unsubscribe}:\n${footer.unsubscribeUrl}`] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

const font = "font-family:'IBM Plex Sans Arabic',Tahoma,Arial,sans-serif";

/** Mail programs know tables and inline styles, and little else. */
function toHtml(
  { subject, heading, paragraphs, picture, button, hasCode }: EmailContent,
  footer: Footer & { language: Language; product: string },
): string {
  const { language, reason, unsubscribe, unsubscribeUrl, product } = footer;
  const direction = language === "ar" ? "rtl" : "ltr";
  const align = language === "ar" ? "right" : "left";
  const lines = paragraphs.map(
    (line) =>
      `<p style="margin:0 0 12px;font-size:16px;line-height:1.7;color:#1d1b17">${escapeHtml(line)}</p>`,
  );
  const code = `<p dir="ltr" style="margin:0 0 16px;text-align:center;font:700 30px/1.4 Consolas,Menlo,monospace;letter-spacing:6px;color:#17624b">${codeMark}</p>`;
  const image = picture
    ? `<img src="cid:picture" alt="${escapeHtml(picture.alt)}" width="560" style="display:block;width:100%;max-width:560px;height:auto;border:0;border-radius:12px;margin:0 0 16px">`
    : "";
  const link = button
    ? `<p style="margin:0 0 8px"><a href="${escapeHtml(button.url)}" style="display:inline-block;background:#17624b;color:#ffffff;text-decoration:none;font-size:16px;font-weight:600;padding:12px 24px;border-radius:10px">${escapeHtml(button.label)}</a></p>`
    : "";
  const leave = unsubscribeUrl
    ? ` <a href="${escapeHtml(unsubscribeUrl)}" style="color:#5d574d">${escapeHtml(unsubscribe)}</a>`
    : "";
  return `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#faf7f1"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" dir="${direction}" style="background:#faf7f1"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" dir="${direction}" style="max-width:600px;background:#ffffff;border-radius:16px"><tr><td align="${align}" style="padding:24px 20px;${font};text-align:${align}">
<p style="margin:0 0 12px;font-size:14px;font-weight:700;color:#17624b">${escapeHtml(product)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.5;color:#1d1b17">${escapeHtml(heading)}</h1>
${hasCode ? code : ""}${image}${lines.join("")}${link}
</td></tr></table>
<p style="max-width:600px;margin:16px auto 0;${font};font-size:13px;line-height:1.7;color:#5d574d">${escapeHtml(reason)}${leave}</p>
</td></tr></table></body></html>
`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
