import type { TestSandbox } from "#base/testing/sandbox.ts";
import type { AuthorizationRequest, StorePlatform } from "#modules/stores/server/store-platform.port.ts";
import { submitConsent } from "#modules/stores/testing/platform-pages.ts";
import type {
  InjectedFault,
  OrderEvent,
  StorePlatformUnderTest,
  StoreUnderTest,
} from "#modules/stores/testing/store-under-test.ts";

/** Timeout of adapters under test. */
export const testTimeoutMs = 1_500;

const faults: Record<InjectedFault, object> = {
  busy: { kind: "429", retry_after: 30 },
  down: { kind: "503" },
  silence: { kind: "timeout_before" },
};

/** The control calls that every simulated store platform has, and its consent page as a person uses it. */
export function makeStoreHarness(sandbox: TestSandbox, platform: StorePlatform) {
  const vendor = platform.platform;
  const submit = async (request: AuthorizationRequest, decision: "allow" | "deny") =>
    Object.fromEntries((await submitConsent(platform.authorizationUrl(request), { decision })).searchParams);
  return {
    platform,
    approve: async (request: AuthorizationRequest) => ({
      callback: await submit(request, "allow"),
      serverGrant: null,
    }),
    deny: (request: AuthorizationRequest) => submit(request, "deny"),
    coupon: "RAWAJ10",
    busySeconds: 30,
    toOrderId: async (_store: StoreUnderTest, orderNumber: string) => orderNumber,
    async injectFault(kind: InjectedFault) {
      await sandbox.control("faults", { vendor, times: 1, ...faults[kind] });
    },
    async expireTokens() {
      await sandbox.control("faults", { vendor, kind: "expire_tokens" });
    },
    async moveOrder(_store: StoreUnderTest, order_id: string, end: OrderEvent) {
      await sandbox.control(`${vendor}/orders`, { order_id, end });
    },
    async refundPart(
      _store: StoreUnderTest,
      order_id: string,
      refund_halalas: number,
      items: { product_id: string; quantity: number }[] = [],
    ) {
      await sandbox.control(`${vendor}/orders`, { order_id, refund_halalas, items });
    },
    async revokeAccess({ externalStoreId }: StoreUnderTest) {
      await sandbox.control(`${vendor}/stores`, { store_id: externalStoreId, uninstall: true });
    },
    stop: () => sandbox.stop(),
  } satisfies Partial<StorePlatformUnderTest>;
}
