import type { TestDb } from "#base/testing/db.ts";
import type { AdPlatform } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { depsFor, roomServer } from "#modules/ad-accounts/testing/bench.ts";
import { answerPage } from "./ground.ts";

type Offers = {
  connection_id: string;
  problem: string | null;
  organizations: {
    id: string;
    name: string;
    problem: string | null;
    ad_accounts: { id: string; problem: string | null }[];
    profiles: { id: string; name: string }[];
  }[];
};

/** The product's own way around a platform's consent page. */
export async function linkingRoom(db: TestDb, platform: AdPlatform) {
  const deps = depsFor(db, platform);
  const room = await roomServer(db, deps);

  /** As a person does it: begins here, answers the platform's page, and comes back with what it sends. */
  async function walkAs(choice: string, form: Record<string, string> = {}, narrow = (url: URL) => url) {
    const body = { platform: platform.platform };
    const begun = await room.call("POST Clients/AdAccounts/connect", { as: "mer_1", body });
    const consentUrl = narrow(new URL((begun.data as { consent_url: string }).consent_url));
    const back = await answerPage(consentUrl, { choice, ...form });
    const cookie = String(begun.headers["set-cookie"]).split(";")[0] ?? "";
    return room.comeBack(Object.fromEntries(back.searchParams), cookie, platform.platform);
  }
  async function offersFor(person: string) {
    const { connection } = await walkAs(person);
    const { data } = await room.call(`GET Clients/AdAccounts/offers/${connection}`, { as: "mer_1" });
    return data as Offers;
  }
  return { ...room, deps, walkAs, offersFor };
}
