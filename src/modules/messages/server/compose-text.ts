import type { Messages } from "#base/server/messages.ts";
import { stripIsolates } from "#base/shared/bidi.ts";
import type { Language } from "#base/shared/language.ts";
import { type TextTemplateName, textTemplates } from "../contract/text-templates.ts";
import type { WhatsAppTemplate } from "./whatsapp-sender.port.ts";

type Params = Readonly<Record<string, string>>;

/** The words of a text, as an SMS says them. Marks of direction would turn an English SMS into one of 70 characters. */
export function composeSms(
  messages: Messages,
  {
    template,
    language,
    params,
    link,
  }: {
    template: TextTemplateName;
    language: Language;
    params: Params;
    link: string | null;
  },
): string {
  const words = messages.translate(language, `messages:texts.${template}.body`, params);
  const text = language === "en" ? stripIsolates(words) : words;
  return link === null ? text : `${text}\n${link}`;
}

/** A template as WhatsApp reviews it: its params numbered, its button leading below the product's address. */
export function composeTemplate(
  messages: Messages,
  {
    template,
    name,
    language,
    publicUrl,
  }: {
    template: TextTemplateName;
    name: string;
    language: Language;
    publicUrl: string;
  },
): WhatsAppTemplate {
  const { params, hasLink } = textTemplates[template];
  const words = (part: string, values: Params = {}) =>
    stripIsolates(messages.translate(language, `messages:texts.${template}.${part}`, values));
  return {
    name,
    language,
    body: words("body", Object.fromEntries(params.map((param, index) => [param, `{{${index + 1}}}`]))),
    examples: params.map((param) => words(`example.${param}`)),
    button: hasLink ? { label: words("button"), url: `${publicUrl}/{{1}}` } : null,
  };
}

/** WhatsApp takes no line breaks, tabs or long gaps in a param, and nothing empty; ours are one line everywhere. */
const toOneLine = (value: string): string => value.replace(/\s+/g, " ").trim().slice(0, 300);

export const toOneLineParams = (params: Params): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, toOneLine(value)]));
