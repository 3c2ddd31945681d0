import { z } from "zod";
import { textChannels, textStates } from "./enums.ts";

/** How far a text is, and by which channel it went; null where none was sent, or it is not kept any more. */
export const sentText = z.object({ channel: z.enum(textChannels), state: z.enum(textStates) }).nullable();
export type SentText = NonNullable<z.output<typeof sentText>>;
