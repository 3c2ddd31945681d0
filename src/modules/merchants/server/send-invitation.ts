import { z } from "zod";
import type { Db } from "#base/server/db/db.ts";
import { defineJob, RescheduleJob } from "#base/server/jobs.ts";
import { maskMobile } from "#base/server/log.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { toNameInText } from "../domain/invitation.ts";
import {
  findWaitingInvitation,
  type InvitationOutcome,
  recordInvitationOutcome,
  type WaitingInvitation,
} from "./invitation-sends.store.ts";
import type { SendCodeDeps } from "./send-code.ts";

/** The job's input is an id: no number enters the queue. */
export const sendInvitationJob = defineJob({
  name: "merchants.send-invitation",
  input: z.object({ send_id: z.string() }),
  retries: 6,
  retrySeconds: 5,
  expireSeconds: 60,
});

export type SendInvitationDeps = Pick<SendCodeDeps, "systemClock" | "textMessenger" | "messages" | "log"> & {
  publicUrl: string;
};

/** An invitation that could not be sent for so long is given up: the owner sends it again. */
const freshMs = 3_600_000;

/**
 * Sends an invitation that is still open. It names who invites and where to sign in, and holds nothing that gives access.
 * The reference is the send's, so that a repeat after a crash arrives once; an unknown outcome is not repeated.
 */
export const sendInvitation =
  (deps: SendInvitationDeps) =>
  async (db: Db, { sendId }: { sendId: string }): Promise<void> => {
    const waiting = await findWaitingInvitation(db, sendId);
    if (!waiting) return;
    const isFresh = deps.systemClock.now().getTime() - waiting.requested_at.getTime() < freshMs;
    const outcome = waiting.is_open && isFresh ? await deliver(deps, sendId, waiting) : "given_up";
    await recordInvitationOutcome(db, sendId, outcome);
    deps.log.info(
      { send_id: sendId, to: maskMobile(waiting.mobile), outcome },
      "an invitation's send is over",
    );
  };

async function deliver(
  { textMessenger, messages, publicUrl, log }: SendInvitationDeps,
  sendId: string,
  { mobile, language, merchant_name }: WaitingInvitation,
): Promise<InvitationOutcome> {
  const name = toNameInText(merchant_name);
  const key = name === "" ? "merchants:sms_invitation_unnamed" : "merchants:sms_invitation";
  const text = messages.translate(language, key, { name, url: publicUrl });
  try {
    await textMessenger.send({ to: mobile, kind: "service", text, reference: sendId });
    return "sent";
  } catch (error) {
    if (isFault(error, "later"))
      throw new RescheduleJob(Math.min(Math.max(error.retryAfterSeconds ?? 5, 1), 600));
    if (isFault(error, "outcome_unknown")) return "unknown";
    if (!isFault(error)) throw error;
    log.error({ send_id: sendId, kind: error.kind, reason: error.reason }, "an invitation was refused");
    return "refused";
  }
}
