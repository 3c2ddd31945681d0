import type { TestSandbox } from "#base/testing/sandbox.ts";
import type { ConsentRequest, StorePlatform } from "#modules/stores/server/store-platform.port.ts";
import { walkConsent } from "#modules/stores/testing/at-the-platform.ts";
import type {
  OrderEvent,
  StoreMishap,
  StorePlatformUnderTest,
  StoreUnderTest,
} from "#modules/stores/testing/store-under-test.ts";

/** Adapters under test wait this long for an answer. */
export const impatienceMs = 1_500;

const faults: Record<StoreMishap, object> = {
  busy: { kind: "429", retry_after: 30 },
  down: { kind: "503" },
  silence: { kind: "timeout_before" },
};

/** What every simulated store platform can be told by the same control calls, and its consent page as a person walks it. */
export function storeBench(sandbox: TestSandbox, platform: StorePlatform) {
  const vendor = platform.platform;
  const back = async (ask: ConsentRequest, decision: "allow" | "deny") =>
    Object.fromEntries((await walkConsent(platform.consentUrl(ask), { decision })).searchParams);
  return {
    platform,
    agree: async (ask: ConsentRequest) => ({ callback: await back(ask, "allow"), handedOver: null }),
    deny: (ask: ConsentRequest) => back(ask, "deny"),
    coupon: "RAWAJ10",
    busySeconds: 30,
    orderIdOf: async (_store: StoreUnderTest, said: string) => said,
    async mishap(kind: StoreMishap) {
      await sandbox.control("faults", { vendor, times: 1, ...faults[kind] });
    },
    async expireTokens() {
      await sandbox.control("faults", { vendor, kind: "expire_tokens" });
    },
    async happens(_store: StoreUnderTest, order_id: string, end: OrderEvent) {
      await sandbox.control(`${vendor}/orders`, { order_id, end });
    },
    async refundPart(_store: StoreUnderTest, order_id: string, refund_halalas: number) {
      await sandbox.control(`${vendor}/orders`, { order_id, refund_halalas });
    },
    async withdraw({ externalStoreId }: StoreUnderTest) {
      await sandbox.control(`${vendor}/stores`, { store_id: externalStoreId, uninstall: true });
    },
    stop: () => sandbox.stop(),
  } satisfies Partial<StorePlatformUnderTest>;
}
