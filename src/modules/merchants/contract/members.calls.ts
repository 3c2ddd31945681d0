import { z } from "zod";
import { defineCalls, instant } from "#base/shared/contract.ts";
import { mobileNumber, userSchema } from "./merchants.calls.ts";
import { memberRoles, roles } from "./roles.ts";

const read = { subject: "member", action: "read" } as const;
const manage = { subject: "member", action: "manage" } as const;
const byId = z.object({ id: z.string().max(60) });
const role = z.enum(memberRoles);

const member = z.object({
  /** Of the membership; the owner's is `owner`. */
  id: z.string(),
  /** Null until an invitation is accepted. */
  name: z.string().nullable(),
  mobile_number: z.string(),
  role: z.enum(roles),
  /** `expired`: an invitation that nobody answered; it can be sent again. */
  state: z.enum(["active", "invited", "expired"]),
  invited_at: instant.nullable(),
  expires_at: instant.nullable().describe("of an invitation"),
  joined_at: instant.nullable(),
  last_active_at: instant.nullable(),
  /** The person who asks. */
  is_you: z.boolean(),
});

const sendRefusals = [
  "merchants.invitation_just_sent",
  "merchants.invitations_spent",
  "merchants.number_invited_often",
] as const;

/** The people who work for a merchant, and what a person answers an invitation with. */
export const membersCalls = defineCalls({
  "GET Clients/Members/index": {
    summary: "The merchant's owner, members and open invitations",
    access: read,
    answer: z.object({
      items: z.array(member),
      /** What the plan opens besides the owner: null is without limit, 0 none. Invitations count. */
      limit: z.number().int().nullable(),
      used: z.number().int(),
    }),
  },
  "POST Clients/Members/invite": {
    summary:
      "Invites the holder of a mobile number by a text; it gives no access before they sign in and accept",
    access: manage,
    idempotent: true,
    body: z.object({ mobile_number: mobileNumber, role }),
    answer: member,
    refusals: [
      ...sendRefusals,
      "merchants.members_limit",
      "merchants.member_is_owner",
      "merchants.member_already",
      "merchants.member_invited_already",
    ],
  },
  "POST Clients/Members/{id}/resend": {
    summary: "Sends an invitation again, which renews it",
    access: manage,
    idempotent: true,
    params: byId,
    answer: member,
    refusals: sendRefusals,
  },
  "PUT Clients/Members/{id}/role": {
    summary: "Gives a member, or an invitation, another role; it holds from their next call",
    access: manage,
    params: byId,
    body: z.object({ role }),
    answer: member,
  },
  "DELETE Clients/Members/{id}": {
    summary: "Removes a member, whose sessions here end at once, or withdraws an invitation",
    access: manage,
    params: byId,
    answer: z.null(),
  },
  "PUT Clients/Account/current-merchant": {
    summary:
      "This session acts for another merchant of the person from now on; answers the user as they are there",
    access: "signed-in",
    body: z.object({ merchant_id: z.string().max(60) }),
    answer: userSchema,
  },
  "POST Clients/Account/merchants/{id}/leave": {
    summary: "Ends the person's own membership; their sessions there act for their own merchant from now on",
    access: "signed-in",
    params: byId,
    answer: userSchema,
  },
  "POST Clients/Account/invitations/{id}/accept": {
    summary: "Accepts an invitation to the person's number; this session acts for the merchant from now on",
    access: "signed-in",
    params: byId,
    answer: userSchema,
    refusals: ["merchants.invitation_expired"],
  },
  "POST Clients/Account/invitations/{id}/decline": {
    summary: "Declines an invitation to the person's number",
    access: "signed-in",
    params: byId,
    answer: userSchema,
  },
});

export type MembersCalls = typeof membersCalls;
export type ListedMember = z.output<typeof member>;
