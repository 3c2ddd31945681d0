import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeLocalStorage } from "#adapters/object-storage/local/local-storage.ts";
import { frozenClock } from "#base/server/clock.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import type { PersonalDataRegistry } from "#base/server/personal-data/personal-data.ts";
import { testContext } from "#base/testing/context.ts";
import type { TestDb } from "#base/testing/db.ts";
import { privacyData } from "../server/privacy.personal-data.ts";

const modules = join(import.meta.dirname, "../..");

type Acts = PersonalDataRegistry["acts"];

/** The module's use cases on a test database with the given acts of modules, a wallet of the test's and real files. */
export async function openPrivacyHarness(db: TestDb) {
  const messages = await loadMessages(modules);
  const storage = await makeLocalStorage(await mkdtemp(join(tmpdir(), "rawaj-privacy-")));
  const worldClock = frozenClock("2026-11-21T09:00:00Z");
  const systemClock = frozenClock("2026-11-21T09:00:00Z");
  const registry: { data: PersonalDataRegistry["data"]; acts: Acts } = { data: [privacyData], acts: [] };
  const balance = { available_halalas: 0, reserved_halalas: 0, balance_halalas: 0 };
  /** When the account is to be erased, as the pages of the merchant say it: each change of it. */
  const dues: (Date | null)[] = [];
  const confirmed = { kind: "confirmed" as const };
  const deps = {
    db,
    log: makeLog("silent"),
    messages,
    storage,
    worldClock,
    systemClock,
    personalData: registry,
    staff: { loadNames: async () => new Map<string, string>() },
    merchants: {
      requestConfirmation: async () => 60,
      confirm: async () => confirmed,
      recordErasureDue: async (_: unknown, dueAt: Date | null) => void dues.push(dueAt),
    },
    wallet: {
      loadBalance: async () => balance as never,
      listWithdrawals: async () => ({ items: [], total: 0, next: null }) as never,
      minWithdrawalHalalas: 100,
    },
  };
  return {
    deps,
    registry,
    balance,
    dues,
    worldClock,
    systemClock,
    own: (merchantId = "mer_1") => testContext(db, merchantId, worldClock.now()),
  };
}
