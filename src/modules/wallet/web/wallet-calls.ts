import type { Answer } from "#base/shared/contract.ts";
import { makeCaller } from "#base/web/data/api.ts";
import type { WalletCalls } from "../contract/wallet.calls.ts";

/** The wallet's calls, typed by its contract alone. */
export const call = makeCaller<WalletCalls>();

export type Wallet = Answer<WalletCalls["GET Clients/Wallet/index"]>;
export type Transaction = Answer<WalletCalls["GET Clients/Wallet/transactions"]>["items"][number];
export type Deposit = Answer<WalletCalls["GET Clients/Wallet/deposit/{id}"]>;
