import { promisesOfAConnectedStore } from "#modules/stores/testing/connected-store.suite.ts";
import { zidIn } from "./testing/zid-in.ts";

promisesOfAConnectedStore("Zid", { vendor: "zid", make: zidIn, renews: true });
