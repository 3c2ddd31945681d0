import { z } from "zod";

const button = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("URL"),
    text: z.string().min(1).max(25),
    url: z.string().max(2_000),
    example: z.array(z.string()).length(1).optional(),
  }),
  z.strictObject({ type: z.literal("QUICK_REPLY"), text: z.string().min(1).max(25) }),
]);
const component = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("BODY"),
    text: z.string().min(1).max(1_024),
    example: z.strictObject({ body_text: z.array(z.array(z.string().min(1))).length(1) }).optional(),
  }),
  z.strictObject({ type: z.literal("BUTTONS"), buttons: z.array(button).min(1).max(10) }),
]);
export const templateShape = z.strictObject({
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.enum(["ar", "en", "en_US", "en_GB"]),
  category: z.enum(["UTILITY", "MARKETING"]),
  components: z.array(component).min(1),
});
export type TemplateInput = z.output<typeof templateShape>;
export type TemplateStatus = "PENDING" | "APPROVED" | "REJECTED" | "PAUSED" | "DISABLED";
export type Template = TemplateInput & { id: string; status: TemplateStatus };

export const findBody = ({ components }: TemplateInput): string =>
  components.find((one) => one.type === "BODY")?.text ?? "";
export const findButtons = ({ components }: TemplateInput) =>
  components.find((one) => one.type === "BUTTONS")?.buttons ?? [];
export const countPlaces = (text: string): number => new Set(text.match(/\{\{\d+\}\}/g) ?? []).size;

/** Why reviewers reject a template at once (Meta docs, "Template guidelines"); null where they approve it. */
export function findRejection(template: TemplateInput): string | null {
  const body = findBody(template).trim();
  const places = [...body.matchAll(/\{\{(\d+)\}\}/g)].map(([, number]) => Number(number));
  if (/^\{\{\d+\}\}/.test(body) || /\{\{\d+\}\}$/.test(body)) return "Variables at the start or end";
  if (places.some((number, index) => number !== index + 1)) return "Variables out of order";
  const examples = template.components.find((one) => one.type === "BODY")?.example?.body_text[0]?.length ?? 0;
  if (examples !== places.length) return "Examples do not match the variables";
  if (body.split(/\s+/).length < places.length * 3) return "Too many variables for its length";
  const isWrong = findButtons(template).some(
    (one) => one.type === "URL" && countPlaces(one.url) > 0 && (!one.url.endsWith("{{1}}") || !one.example),
  );
  return isWrong ? "A button's variable stands at the end of its address, with an example" : null;
}
