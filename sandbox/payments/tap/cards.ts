import type { Card, Outcome } from "./model.ts";

type TestCard = Pick<Card, "brand" | "isEnrolled">;

/** Tap docs, Testing Cards; a number that is not here is declined. */
const testCards: Record<string, TestCard> = {
  "4464040000000007": { brand: "MADA", isEnrolled: true },
  "5588480000000003": { brand: "MADA", isEnrolled: false },
  "4508750015741019": { brand: "VISA", isEnrolled: true },
  "4012000033330026": { brand: "VISA", isEnrolled: false },
  "5123450000000008": { brand: "MASTERCARD", isEnrolled: true },
  "5111111111111118": { brand: "MASTERCARD", isEnrolled: false },
  "345678901234564": { brand: "AMERICAN_EXPRESS", isEnrolled: true },
  "371449635398431": { brand: "AMERICAN_EXPRESS", isEnrolled: false },
};

const outcome = (
  status: Outcome["status"],
  code: string,
  message: string,
  network: string | null,
): Outcome => ({ status, code, message, network });

/** Tap docs, Charge Response Codes. The network's own code is in `acquirer.response`, where there is one. */
export const OUTCOMES: Record<string, Outcome> = {
  "000": outcome("CAPTURED", "000", "Captured", "00"),
  "301": outcome("ABANDONED", "301", "Abandoned", null),
  "302": outcome("CANCELLED", "302", "Cancelled", null),
  "405": outcome("FAILED", "405", "Failed, Invalid Card No", "14"),
  "407": outcome("FAILED", "407", "Failed, Expired Card", "54"),
  "408": outcome("FAILED", "408", "Failed, Unspecified Failure", null),
  "501": outcome("DECLINED", "501", "Declined", "05"),
  "505": outcome("DECLINED", "505", "Declined, Insufficient Funds", "51"),
  "507": outcome("DECLINED", "507", "Declined, Card Issuer", "05"),
  "508": outcome("DECLINED", "508", "Declined, Card Issuer - No Reply", "91"),
  "509": outcome("DECLINED", "509", "Declined, Card Issuer - Do not Contact", "43"),
  "512": outcome("DECLINED", "512", "Declined, Not Authenticated", null),
  "513": outcome("DECLINED", "513", "Declined, Card Acquirer - Error", null),
  "516": outcome("DECLINED", "516", "Declined, Authentication Failed", null),
  "601": outcome("VOID", "601", "Void", null),
  "702": outcome("RESTRICTED", "702", "Restricted, Retry Limit Exceeded", "61"),
  "801": outcome("TIMEDOUT", "801", "Timed Out", null),
  "901": outcome("UNKNOWN", "901", "Unknown", null),
};

/** Tap docs, Testing Cards: the expiry date decides what the bank answers. Any other date in the future is approved. */
const codesByExpiry: Record<string, string> = {
  "5/2022": "501",
  "4/2027": "407",
  "8/2028": "801",
  "1/2037": "513",
  "2/2037": "408",
  "5/2037": "901",
};

export function findOutcome(code: string): Outcome {
  const found = OUTCOMES[code];
  if (!found) throw new Error(`no outcome has the code ${code}`);
  return found;
}

export type CardInput = { number: string; month: number; year: number; name: string };

/** The card as it is kept, with what its bank will answer. */
export function toCard({ number, month, year, name }: CardInput, now: Date): Card {
  const known = testCards[number];
  const isPast = Date.UTC(year, month, 1) <= now.getTime();
  const decided = codesByExpiry[`${month}/${year}`] ?? (isPast ? "407" : "000");
  return {
    brand: known?.brand ?? "VISA",
    isEnrolled: known?.isEnrolled ?? false,
    firstSix: number.slice(0, 6),
    lastFour: number.slice(-4),
    month,
    year,
    name,
    outcome: findOutcome(known ? decided : "405"),
  };
}
