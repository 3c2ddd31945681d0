import type { TextReport } from "./whatsapp-sender.port.ts";

/** Port for vendors of SMS that report what became of a message (`adapters/messaging/unifonic`, `…/twilio`). */
export interface TextReportSource {
  /** The last part of the address it reports to: `/webhooks/<vendor>`. */
  vendor: string;
  /** What the request reports; null when neither its signature nor its address is the vendor's. */
  parseReport(request: {
    /** The whole address, as the vendor called it. */
    url: string;
    body: Buffer;
    headers: Record<string, string | string[] | undefined>;
  }): readonly TextReport[] | null;
}
