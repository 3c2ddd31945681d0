import { defineModule } from "#base/server/module.ts";
import { sealedColumns } from "#base/server/sealed/sealed-columns.ts";
import { count } from "#base/server/settings.ts";
import { staffCalls } from "../contract/staff.calls.ts";
import { staffRefusals } from "../contract/staff.refusals.ts";
import { makeStaffFacade, type StaffFacade } from "./staff.facade.ts";
import { staffJobs } from "./staff.jobs.ts";
import { staffData } from "./staff.personal-data.ts";
import { mountStaff } from "./staff.routes.ts";
import { defaultStaffSettings } from "./staff.settings.ts";
import { totpContext } from "./staff.store.ts";

export const server = defineModule({
  name: "staff",
  layer: 0,
  calls: staffCalls,
  refusals: staffRefusals,
  settings: { STAFF_SESSION_IDLE_MINUTES: count(30), STAFF_SESSION_HOURS: count(12) },
  personalData: staffData,
  sealed: [
    sealedColumns("staff.members", { key: ["id"], columns: ["totp_secret"], toContext: totpContext }),
    sealedColumns("staff.invitations", {
      key: ["member_id"],
      columns: ["totp_secret"],
      toContext: totpContext,
    }),
  ],
  build({ settings, ...shared }) {
    const deps = {
      ...shared,
      ...defaultStaffSettings,
      // Recovery codes outlive a rotation: those of an older key are still known.
      recoveryKeys: shared.deriveKeys("staff recovery codes"),
      sessionLimits: {
        idleMinutes: settings.STAFF_SESSION_IDLE_MINUTES,
        absoluteHours: settings.STAFF_SESSION_HOURS,
      },
    };
    return {
      facade: makeStaffFacade(deps),
      mount: (app, http) => mountStaff(app, http, deps),
      jobs: staffJobs(deps),
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    staff: { layer: 0; facade: StaffFacade };
  }
}
