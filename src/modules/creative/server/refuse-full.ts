import { creativeRefusals } from "../contract/creative.refusals.ts";

const toMegabytes = (bytes: number) => Math.round((bytes / 1_048_576) * 10) / 10;

/** Refuses a file for which the merchant has no space left; all in bytes. `taken` counts what uploads reserve too. */
export function refuseFull({ bytes, taken, quotaBytes }: Record<"bytes" | "taken" | "quotaBytes", number>) {
  if (taken + bytes <= quotaBytes) return;
  creativeRefusals.refuse(
    "creative.quota_full",
    {
      needed: toMegabytes(bytes),
      left: toMegabytes(Math.max(0, quotaBytes - taken)),
      megabytes: toMegabytes(quotaBytes),
    },
    "file",
  );
}
