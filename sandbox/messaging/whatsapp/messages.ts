import { z } from "zod";
import { countPlaces, findBody, findButtons, type Template } from "./templates.ts";

const parameter = z.strictObject({ type: z.literal("text"), text: z.string() });
export const messageShape = z.strictObject({
  messaging_product: z.literal("whatsapp"),
  recipient_type: z.literal("individual").optional(),
  to: z.string().min(5),
  type: z.enum(["template", "text"]),
  biz_opaque_callback_data: z.string().max(512).optional(),
  text: z.strictObject({ body: z.string().min(1).max(4_096) }).optional(),
  template: z
    .strictObject({
      name: z.string(),
      language: z.strictObject({ code: z.string() }),
      components: z
        .array(
          z.discriminatedUnion("type", [
            z.strictObject({ type: z.literal("body"), parameters: z.array(parameter) }),
            z.strictObject({
              type: z.literal("button"),
              sub_type: z.enum(["url", "quick_reply"]),
              index: z.string(),
              parameters: z.array(parameter).length(1),
            }),
          ]),
        )
        .default([]),
    })
    .optional(),
});
export type MessageInput = z.output<typeof messageShape>;

export type Filled = { text: string; buttons: { label: string; url: string | null }[] };
export type MessageRefusal = { code: number; details: string };

/** The words of a message, or the code of what is wrong with it (Meta docs, "Error codes"). */
export function fillTemplate(
  input: NonNullable<MessageInput["template"]>,
  templates: readonly Template[],
): Filled | MessageRefusal {
  const named = templates.filter(({ name }) => name === input.name);
  const template = named.find(({ language }) => language === input.language.code);
  if (!template || template.status === "PENDING" || template.status === "REJECTED")
    return {
      code: 132001,
      details: `template name (${input.name}) does not exist in ${input.language.code}`,
    };
  if (template.status === "PAUSED") return { code: 132015, details: "Template is paused" };
  if (template.status === "DISABLED") return { code: 132016, details: "Template is disabled" };

  const given = input.components.find((one) => one.type === "body")?.parameters ?? [];
  const body = findBody(template);
  if (given.length !== countPlaces(body))
    return {
      code: 132000,
      details: `number of localizable_params (${given.length}) does not match the expected number of params (${countPlaces(body)})`,
    };
  if (given.some(({ text }) => text === "")) return { code: 131008, details: "Parameter text is empty" };
  if (given.some(({ text }) => /[\n\t]| {5}/.test(text)))
    return { code: 132018, details: "Param text cannot have new-line/tab characters or more than 4 spaces" };

  const buttons = findButtons(template);
  const suffixes = new Map(
    input.components.flatMap((one) =>
      one.type === "button" ? [[Number(one.index), one.parameters[0]?.text ?? ""] as const] : [],
    ),
  );
  const missing = buttons.some(
    (one, index) => one.type === "URL" && countPlaces(one.url) > 0 && !suffixes.has(index),
  );
  if (missing) return { code: 131008, details: "Button at index 0 of type Url requires a parameter" };
  if ([...suffixes.keys()].some((index) => !buttons[index]))
    return { code: 132012, details: "There is no button at this index" };
  return {
    text: body.replace(/\{\{(\d+)\}\}/g, (_place, number) => given[Number(number) - 1]?.text ?? ""),
    buttons: buttons.map((one, index) => ({
      label: one.text,
      url: one.type === "URL" ? one.url.replace("{{1}}", suffixes.get(index) ?? "") : null,
    })),
  };
}
