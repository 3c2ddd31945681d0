import { useMutation, useQueryClient } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import { rememberUser } from "#base/web/runtime/session.ts";
import type { MembersCalls } from "../contract/members.calls.ts";
import type { User } from "../contract/merchants.calls.ts";
import { merchantsKeys } from "./merchants.queries.ts";

const call = makeCaller<MembersCalls>();

/** What changes where the person works. When the merchant is another one then, the product is loaded again for it. */
function useWorkChange<Input>(mutationFn: (input: Input) => Promise<User>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess(user: User) {
      rememberUser(user);
      client.setQueriesData({ queryKey: merchantsKeys.currentUser }, user);
    },
  });
}

/** This browser shows another merchant of the person, in all its tabs. */
export const useSwitchMerchant = () =>
  useWorkChange((merchantId: string) =>
    call("PUT Clients/Account/current-merchant", { body: { merchant_id: merchantId } }),
  );

export const useLeaveMerchant = () =>
  useWorkChange((id: string) => call("POST Clients/Account/merchants/{id}/leave", { params: { id } }));

export const useAnswerInvitation = () =>
  useWorkChange(({ id, accepts }: { id: string; accepts: boolean }) =>
    accepts
      ? call("POST Clients/Account/invitations/{id}/accept", { params: { id } })
      : call("POST Clients/Account/invitations/{id}/decline", { params: { id } }),
  );
