import type { Messages } from "#base/server/messages.ts";
import { countSmsParts } from "#base/shared/sms-parts.ts";
import type { TextChannel } from "../contract/enums.ts";
import { textTemplates } from "../contract/text-templates.ts";
import { composeSms, toOneLineParams } from "./compose-text.ts";
import { type NewText, type QueueTextDeps, toChannel } from "./queue-text.ts";

export type MeasureDeps = Pick<QueueTextDeps, "whatsApp"> & { messages: Messages; publicUrl: string };
type Measured = Pick<NewText, "channel" | "template" | "language" | "params" | "linkPath" | "code">;

/** By which channel a text would go, and as how many messages it would be billed. WhatsApp bills one. */
export const measureText =
  ({ messages, publicUrl, whatsApp }: MeasureDeps) =>
  ({
    template,
    language,
    params,
    linkPath = "",
    code,
    channel,
  }: Measured): { channel: TextChannel; parts: number } => {
    const goesBy = toChannel({ channel, template }, { hasWhatsApp: whatsApp !== null });
    if (goesBy === "whatsapp") return { channel: goesBy, parts: 1 };
    const sms = composeSms(messages, {
      template,
      language,
      params: { ...toOneLineParams(params), ...(code === undefined ? {} : { code }) },
      link: textTemplates[template].hasLink ? `${publicUrl}/${linkPath}` : null,
    });
    return { channel: goesBy, parts: countSmsParts(sms).parts };
  };
