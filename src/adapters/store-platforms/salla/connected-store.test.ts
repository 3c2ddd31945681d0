import { promisesOfAConnectedStore } from "#modules/stores/testing/connected-store.suite.ts";
import { sallaIn } from "./testing/salla-in.ts";

promisesOfAConnectedStore("Salla", { vendor: "salla", make: sallaIn, renews: true });
