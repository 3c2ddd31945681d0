/** How many codes may leave. Every figure comes from the settings. */
export type CodeLimits = {
  /** Seconds until the next code after the first, second, … of the hour; the last one repeats. */
  waitSeconds: readonly [number, ...number[]];
  perNumberPerHour: number;
  perAddressPerHour: number;
  /** Ceilings over all numbers: what a bad day may cost at worst. */
  perHour: number;
  perDay: number;
  /** Of the last `sample` codes of the hour at least this share must have been used, or sending all but stops. */
  breaker: { sample: number; leastUsedShare: number; trickleSeconds: number };
};

export const usualCodeLimits: CodeLimits = {
  waitSeconds: [60, 60, 120, 300, 600],
  perNumberPerHour: 5,
  perAddressPerHour: 30,
  perHour: 2_000,
  perDay: 10_000,
  breaker: { sample: 100, leastUsedShare: 0.2, trickleSeconds: 30 },
};

/** What was sent before, as the decision needs it. Times are newest first. */
export type SendFacts = {
  lockedUntil: Date | null;
  ofNumberThisHour: readonly Date[];
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
      why: "number_locked" | "code_just_sent" | "codes_spent" | "address_spent" | "codes_paused";
      seconds: number;
    };

const hourSeconds = 3_600;

/** Whether a code may be sent now, and if not, what holds it and for how long. Known and unknown numbers are alike. */
export function decideSend(facts: SendFacts, limits: CodeLimits, now: Date): SendDecision {
  const since = (instant: Date) => (now.getTime() - instant.getTime()) / 1_000;
  const wait = (why: Extract<SendDecision, { kind: "wait" }>["why"], seconds: number): SendDecision => ({
    kind: "wait",
    why,
    seconds: Math.max(1, Math.ceil(seconds)),
  });

  if (facts.lockedUntil && facts.lockedUntil > now) return wait("number_locked", -since(facts.lockedUntil));

  const sent = facts.ofNumberThisHour.length;
  const [newest] = facts.ofNumberThisHour;
  const oldest = facts.ofNumberThisHour[limits.perNumberPerHour - 1];
  if (oldest) return wait("codes_spent", hourSeconds - since(oldest));
  const sinceNewest = newest ? waitAfter(sent, limits) - since(newest) : 0;
  if (sinceNewest > 0) return wait("code_just_sent", sinceNewest);

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
    // A trickle goes on, so that honest codes, used, can close the breaker again.
    if (rest > 0) return wait("codes_paused", rest);
  }
  return { kind: "send", countdownSeconds: waitAfter(sent + 1, limits) };
}

/** Codes are bought and hardly any is used: somebody earns on the messages. */
function isPumped({ sampled }: SendFacts, { breaker }: CodeLimits): boolean {
  return sampled.sent >= breaker.sample && sampled.used < sampled.sent * breaker.leastUsedShare;
}

function waitAfter(count: number, { waitSeconds }: CodeLimits): number {
  return waitSeconds[Math.min(count, waitSeconds.length) - 1] ?? waitSeconds[0];
}
