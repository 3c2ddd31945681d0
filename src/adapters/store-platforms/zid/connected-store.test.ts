import { describeConnectedStore } from "#modules/stores/testing/connected-store.suite.ts";
import { makeTestZid } from "./testing/make-test-zid.ts";

describeConnectedStore("Zid", { vendor: "zid", make: makeTestZid, renews: true });
