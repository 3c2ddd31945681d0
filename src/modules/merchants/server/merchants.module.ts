import { defineModule } from "#base/server/module.ts";
import { count } from "#base/server/settings.ts";
import { membersCalls } from "../contract/members.calls.ts";
import { merchantsAbilities } from "../contract/merchants.abilities.ts";
import { merchantsCalls } from "../contract/merchants.calls.ts";
import { merchantsEvents } from "../contract/merchants.events.ts";
import { merchantsRefusals } from "../contract/merchants.refusals.ts";
import { endSessions } from "./end-sessions.ts";
import { endTeam } from "./end-team.ts";
import type { FindMemberLimit } from "./invite-member.ts";
import { mountMembers } from "./members.routes.ts";
import { type MerchantsFacade, makeMerchantsFacade } from "./merchants.facade.ts";
import { merchantsJobs } from "./merchants.jobs.ts";
import { merchantsData } from "./merchants.personal-data.ts";
import { mountMerchants } from "./merchants.routes.ts";
import { defaultSignInSettings, type SignInSettings } from "./merchants.settings.ts";
import type { TextMessenger } from "./text-message.port.ts";

const settings = {
  SMS_PER_NUMBER_PER_HOUR: count(5),
  SMS_PER_ADDRESS_PER_HOUR: count(30),
  SMS_PER_HOUR: count(2_000),
  SMS_PER_DAY: count(10_000),
  SESSION_IDLE_DAYS: count(30),
  SESSION_DAYS: count(90),
};

export const server = defineModule({
  name: "merchants",
  layer: 0,
  ports: ["textMessenger", "findMemberLimit"],
  calls: { ...merchantsCalls, ...membersCalls },
  abilities: [merchantsAbilities],
  events: merchantsEvents,
  refusals: merchantsRefusals,
  settings,
  personalData: merchantsData,
  build({ ports, settings, ...shared }) {
    const signIn = toSignInSettings(settings, shared.deriveKey("sign-in codes"));
    const ownerAbilities = shared.abilities.Clients;
    const deps = { ...shared, ...signIn, ...ports, ownerAbilities };
    return {
      facade: makeMerchantsFacade(deps),
      mount: (app, http) => {
        mountMerchants(app, http, deps);
        mountMembers(app, http, deps);
      },
      jobs: merchantsJobs({ ...shared, ...ports }),
      personalData: {
        beforeErasure: [
          {
            name: "team and sessions",
            waitsForNobody: true,
            async run(ctx) {
              await endTeam(shared)(ctx);
              await endSessions(shared)(ctx, "all");
              return true;
            },
          },
        ],
      },
    };
  },
});

function toSignInSettings(given: Record<keyof typeof settings, number>, codeKey: Buffer): SignInSettings {
  return {
    ...defaultSignInSettings,
    codeKey,
    codeLimits: {
      ...defaultSignInSettings.codeLimits,
      perNumberPerHour: given.SMS_PER_NUMBER_PER_HOUR,
      perAddressPerHour: given.SMS_PER_ADDRESS_PER_HOUR,
      perHour: given.SMS_PER_HOUR,
      perDay: given.SMS_PER_DAY,
    },
    sessionLimits: { idleDays: given.SESSION_IDLE_DAYS, absoluteDays: given.SESSION_DAYS },
  };
}

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    merchants: { layer: 0; facade: MerchantsFacade };
  }
  interface PortRegistry {
    textMessenger: TextMessenger;
    findMemberLimit: FindMemberLimit;
  }
}
