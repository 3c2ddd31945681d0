import type { Clock } from "#base/server/clock.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Log } from "#base/server/log.ts";
import type { Messages } from "#base/server/messages.ts";
import type { PersonalDataRegistry } from "#base/server/personal-data/personal-data.ts";
import type { ObjectStorage } from "#modules/creative/server/object-storage.port.ts";
import type { MerchantsFacade } from "#modules/merchants/server/merchants.facade.ts";
import type { StaffFacade } from "#modules/staff/server/staff.facade.ts";
import type { WalletFacade } from "#modules/wallet/server/wallet.facade.ts";

/** What the module's use cases are given; each asks for what it needs of it. */
export type PrivacyDeps = {
  db: Db;
  log: Log;
  messages: Messages;
  /** Business time: how long an export stands, and when an erasure is due. */
  worldClock: Clock;
  /** Retries, lost runs and retention. */
  systemClock: Clock;
  /** What all modules registered. */
  personalData: PersonalDataRegistry;
  storage: Pick<ObjectStorage, "put" | "open" | "stat" | "remove" | "scratchFile">;
  staff: Pick<StaffFacade, "loadNames">;
  merchants: Pick<MerchantsFacade, "requestConfirmation" | "confirm" | "recordErasureDue">;
  wallet: Pick<WalletFacade, "loadBalance" | "listWithdrawals" | "minWithdrawalHalalas">;
};
