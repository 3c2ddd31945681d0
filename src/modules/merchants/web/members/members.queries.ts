import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import { idempotencyKey } from "#base/web/data/idempotency.ts";
import type { MembersCalls } from "../../contract/members.calls.ts";
import type { MemberRole } from "../../contract/roles.ts";
import { merchantsKeys } from "../merchants.queries.ts";

const call = makeCaller<MembersCalls>();
const membersKey = [...merchantsKeys.all, "members"] as const;

export const useMembers = () =>
  useQuery({
    queryKey: membersKey,
    queryFn: ({ signal }) => call("GET Clients/Members/index", { signal, quiet: true }),
  });

function useMemberChange<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: membersKey }) });
}

const inviteKey = idempotencyKey("merchants.invite");
export const useInviteMember = () =>
  useMemberChange(async (body: { mobile_number: string; role: MemberRole }) => {
    const member = await call("POST Clients/Members/invite", {
      body,
      idempotencyKey: inviteKey.for(body),
      quiet: true,
    });
    inviteKey.done();
    return member;
  });

export const useResendInvitation = () =>
  useMemberChange(async (id: string) => {
    const key = idempotencyKey(`merchants.resend.${id}`);
    const member = await call("POST Clients/Members/{id}/resend", {
      params: { id },
      idempotencyKey: key.for(id),
    });
    key.done();
    return member;
  });

export const useChangeRole = () =>
  useMemberChange(({ id, role }: { id: string; role: MemberRole }) =>
    call("PUT Clients/Members/{id}/role", { params: { id }, body: { role } }),
  );

export const useRemoveMember = () =>
  useMemberChange((id: string) => call("DELETE Clients/Members/{id}", { params: { id } }));
