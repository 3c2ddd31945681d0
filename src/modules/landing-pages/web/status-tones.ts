import type { Tone } from "#base/web/kit/badge.tsx";
import type { LandingPage } from "../contract/landing-pages.calls.ts";

export const statusTones: Record<LandingPage["status"], Tone> = {
  draft: "waiting",
  published: "good",
  unpublished: "neutral",
};
