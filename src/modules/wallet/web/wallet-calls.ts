import type { Answer } from "#base/shared/contract.ts";
import { makeCaller } from "#base/web/api.ts";
import type { WalletCalls } from "../contract/wallet.calls.ts";

/** The wallet's calls, typed by its contract alone. */
export const call = makeCaller<WalletCalls>();

/** Query keys begin with the module's name: a wallet event invalidates all of them. */
export const walletKeys = {
  wallet: ["wallet", "index"] as const,
  transactions: (filter: object) => ["wallet", "transactions", filter] as const,
  reserves: (page: number) => ["wallet", "reserves", page] as const,
  deposits: (page: number, size: number) => ["wallet", "deposits", page, size] as const,
  deposit: (id: string) => ["wallet", "deposit", id] as const,
  cards: ["wallet", "cards"] as const,
};

export type Wallet = Answer<WalletCalls["GET Clients/Wallet/index"]>;
export type Transaction = Answer<WalletCalls["GET Clients/Wallet/transactions"]>["items"][number];
export type Deposit = Answer<WalletCalls["GET Clients/Wallet/deposit/{id}"]>;
export type PaymentForm = NonNullable<Answer<WalletCalls["POST Clients/Wallet/deposit"]>["form"]>;
export type SavedCard = Answer<WalletCalls["GET Clients/Wallet/cards"]>["items"][number];
