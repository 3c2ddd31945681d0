import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { makeCaller } from "#base/web/data/api.ts";
import { idempotencyKey } from "#base/web/data/idempotency.ts";
import type { MessagesCalls } from "../contract/messages.calls.ts";

const call = makeCaller<MessagesCalls>();

export const messagesKeys = {
  all: ["messages"] as const,
  email: ["messages", "email"] as const,
  numbers: ["messages", "numbers"] as const,
};

/** The merchant's e-mail address, and whether a code proved it. */
export const useEmailAddress = () =>
  useQuery({
    queryKey: messagesKeys.email,
    queryFn: ({ signal }) => call("GET Clients/Messages/email", { signal, quiet: true }),
  });

/** Sends a code; answers the seconds until another may be requested. */
export const useRequestEmailCode = (onSent: (countdown: number) => void) =>
  useMutation({
    mutationFn: async () => {
      const key = idempotencyKey("messages.email_code");
      const { countdown } = await call("POST Clients/Messages/email/code", {
        idempotencyKey: key.for({}),
      }).finally(
        // A refusal too is an answer: the next press is another request.
        () => key.done(),
      );
      return countdown;
    },
    onSuccess: onSent,
  });

export function useProveEmail() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => call("POST Clients/Messages/email/proof", { body: { code }, quiet: true }),
    onSuccess: (email) => client.setQueryData(messagesKeys.email, email),
  });
}

/** The merchant's further numbers that codes proved. */
export const useFurtherNumbers = () =>
  useQuery({
    queryKey: messagesKeys.numbers,
    queryFn: ({ signal }) => call("GET Clients/Messages/numbers", { signal, quiet: true }),
  });

/** Sends a code to a number; the form shows what is refused. */
export const useRequestNumberCode = () => async (mobile_number: string) => {
  const key = idempotencyKey("messages.number_code");
  const body = { mobile_number };
  await call("POST Clients/Messages/numbers/code", {
    body,
    idempotencyKey: key.for(body),
    quiet: true,
  }).finally(() => key.done());
};

export function useProveNumber() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { mobile_number: string; code: string }) =>
      call("POST Clients/Messages/numbers/proof", { body, quiet: true }),
    onSuccess: (numbers) => client.setQueryData(messagesKeys.numbers, numbers),
  });
}

export function useRemoveNumber() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (number: string) => call("DELETE Clients/Messages/numbers/{number}", { params: { number } }),
    onSuccess: (numbers) => client.setQueryData(messagesKeys.numbers, numbers),
  });
}
