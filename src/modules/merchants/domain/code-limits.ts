import type { CodePurpose } from "../contract/enums.ts";

/** Limits on sent codes. All values come from the settings. */
export type CodeLimits = {
  /** Seconds until the next code after the first, second, … of the hour; the last one repeats. */
  waitSeconds: readonly [number, ...number[]];
  perNumberPerHour: number;
  perAddressPerHour: number;
  /** Ceilings over all numbers: the maximum cost of an attack. */
  perHour: number;
  perDay: number;
  /**
   * Of the last `sample` codes of the hour at least this share must have been used; below it, sending falls to one code
   * per `trickleSeconds`.
   */
  breaker: { sample: number; leastUsedShare: number; trickleSeconds: number };
};

export const defaultCodeLimits: CodeLimits = {
  waitSeconds: [60, 60, 120, 300, 600],
  perNumberPerHour: 5,
  perAddressPerHour: 30,
  perHour: 2_000,
  perDay: 10_000,
  breaker: { sample: 100, leastUsedShare: 0.2, trickleSeconds: 30 },
};

/** A code that was sent to the number, in relation to the present caller. */
export type PastSend = {
  requestedAt: Date;
  purpose: CodePurpose;
  /** To a browser that the merchant has signed in from. */
  toKnownBrowser: boolean;
  fromSameAddress: boolean;
  /** Sent to the browser that calls now; without a cookie, to its address. */
  isOwn: boolean;
};

/** Earlier sends, as input of the decision. Sends are newest first. */
export type SendFacts = {
  purpose: CodePurpose;
  /** Whether the merchant behind the number has signed in from this browser. */
  isKnownBrowser: boolean;
  /** Whether this browser has a code for this purpose that is still valid. */
  hasActiveCode: boolean;
  lockedUntil: Date | null;
  ofNumberThisHour: readonly PastSend[];
  ofAddressThisHour: number;
  oldestOfAddress: Date | null;
  allThisHour: number;
  allThisDay: number;
  /** The newest codes of the hour that have had a minute to be used, at most `breaker.sample` of them. */
  sampled: { sent: number; used: number };
  lastOfAll: Date | null;
};

export type SendDecision =
  | { kind: "send"; countdownSeconds: number }
  | {
      kind: "wait";
      reason:
        | "number_locked"
        | "code_just_sent"
        | "number_cooldown"
        | "codes_spent"
        | "address_spent"
        | "codes_paused";
      seconds: number;
    };

const hourSeconds = 3_600;

/**
 * Whether a code may be sent now, and if not, which limit holds and for how long. Known and unknown numbers are treated
 * alike.
 */
export function decideSend(facts: SendFacts, limits: CodeLimits, now: Date): SendDecision {
  const since = (instant: Date) => (now.getTime() - instant.getTime()) / 1_000;
  const wait = (
    reason: Extract<SendDecision, { kind: "wait" }>["reason"],
    seconds: number,
  ): SendDecision => ({
    kind: "wait",
    reason,
    seconds: Math.max(1, Math.ceil(seconds)),
  });

  if (facts.lockedUntil && facts.lockedUntil > now) return wait("number_locked", -since(facts.lockedUntil));

  const spentSeconds = Math.max(
    0,
    ...computeCeilings(facts, limits).map((ceiling) => secondsUntilFree(ceiling, since)),
  );
  if (spentSeconds > 0) return wait("codes_spent", spentSeconds);
  const own = facts.ofNumberThisHour.filter((send) => send.isOwn);
  const cooldown = Math.max(
    secondsUntilCool(facts.ofNumberThisHour[0], limits.waitSeconds[0], since),
    secondsUntilCool(own[0], waitAfter(own.length, limits), since),
  );
  // A caller with a valid code is sent on to typing it. A caller whose number got a code elsewhere must not be told to
  // wait for that one.
  if (cooldown > 0) return wait(facts.hasActiveCode ? "code_just_sent" : "number_cooldown", cooldown);

  if (facts.ofAddressThisHour >= limits.perAddressPerHour) {
    return wait(
      "address_spent",
      facts.oldestOfAddress ? hourSeconds - since(facts.oldestOfAddress) : hourSeconds,
    );
  }
  if (facts.allThisHour >= limits.perHour || facts.allThisDay >= limits.perDay) {
    return wait("codes_paused", hourSeconds / 4);
  }
  if (isPumped(facts, limits)) {
    const rest = facts.lastOfAll ? limits.breaker.trickleSeconds - since(facts.lastOfAll) : 0;
    // Some codes are still sent, so that honest use can close the breaker again.
    if (rest > 0) return wait("codes_paused", rest);
  }
  return { kind: "send", countdownSeconds: waitAfter(own.length + 1, limits) };
}

type Since = (instant: Date) => number;
type Ceiling = { sends: readonly PastSend[]; max: number };

/**
 * Shares of a number's hourly codes, so that no stranger can use them all up. The last code is reserved for browsers
 * the merchant has signed in from; among other browsers one address leaves one code to other addresses, and codes for a
 * new password leave most to signing in. Numbers without a merchant have the same shares, so that the limits reveal
 * nothing.
 */
function computeCeilings(
  { ofNumberThisHour, isKnownBrowser, purpose }: SendFacts,
  limits: CodeLimits,
): Ceiling[] {
  const max = limits.perNumberPerHour;
  const all = { sends: ofNumberThisHour, max };
  if (isKnownBrowser) return [all];
  const strangers = ofNumberThisHour.filter((send) => !send.toKnownBrowser);
  const ceilings = [
    all,
    { sends: strangers, max: Math.max(1, max - 1) },
    { sends: strangers.filter((send) => send.fromSameAddress), max: Math.max(1, max - 2) },
  ];
  if (purpose === "sign_in") return ceilings;
  const forPassword = strangers.filter((send) => send.purpose === "password");
  return [...ceilings, { sends: forPassword, max: Math.max(1, Math.floor((max * 2) / 5)) }];
}

/** Seconds until the ceiling has room again; 0 or less when it has room now. */
function secondsUntilFree({ sends, max }: Ceiling, since: Since): number {
  const oldest = sends[max - 1];
  return oldest ? hourSeconds - since(oldest.requestedAt) : 0;
}

function secondsUntilCool(send: PastSend | undefined, seconds: number, since: Since): number {
  return send ? seconds - since(send.requestedAt) : 0;
}

/** Many codes are sent and few are used: a sign of SMS pumping, where somebody earns on the messages. */
function isPumped({ sampled }: SendFacts, { breaker }: CodeLimits): boolean {
  return sampled.sent >= breaker.sample && sampled.used < sampled.sent * breaker.leastUsedShare;
}

function waitAfter(count: number, { waitSeconds }: CodeLimits): number {
  return waitSeconds[Math.min(count, waitSeconds.length) - 1] ?? waitSeconds[0];
}
