import { describeConnectedStore } from "#modules/stores/testing/connected-store.suite.ts";
import { makeTestSalla } from "./testing/make-test-salla.ts";

describeConnectedStore("Salla", { vendor: "salla", make: makeTestSalla, renews: true });
