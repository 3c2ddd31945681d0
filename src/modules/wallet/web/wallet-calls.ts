import type { Answer } from "#base/shared/contract.ts";
import { makeCaller } from "#base/web/data/api.ts";
import type { TopUpCalls } from "../contract/top-up.calls.ts";
import type { WalletCalls } from "../contract/wallet.calls.ts";
import type { WithdrawalCalls } from "../contract/withdrawals.calls.ts";

/** The wallet's calls, typed by its contract alone. */
export const call = makeCaller<WalletCalls & WithdrawalCalls & TopUpCalls>();

export type Wallet = Answer<WalletCalls["GET Clients/Wallet/index"]>;
export type Reserve = Answer<WalletCalls["GET Clients/Wallet/reserves"]>["items"][number];
export type Deposit = Answer<WalletCalls["GET Clients/Wallet/deposit/{id}"]>;
export type Withdrawal = Answer<WithdrawalCalls["GET Clients/Wallet/withdrawals"]>["items"][number];
export type WithdrawalPreview = Answer<WithdrawalCalls["POST Clients/Wallet/withdrawals/preview"]>;
export type BankAccount = Answer<WithdrawalCalls["GET Clients/Wallet/bank-account"]>["bank_account"];
export type TopUp = Answer<TopUpCalls["GET Clients/Wallet/top-up"]>;
export type WalletMonth = Answer<TopUpCalls["GET Clients/Wallet/month"]>;
