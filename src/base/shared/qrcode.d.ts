/** The part of `qrcode` that is used here: its own types need Node's, which the web does without. */
declare module "qrcode" {
  export function create(
    text: string,
    options?: { errorCorrectionLevel?: "L" | "M" | "Q" | "H" },
  ): { modules: { size: number; data: Uint8Array } };
}
