import type { Answer } from "#base/shared/contract.ts";
import { makeCaller } from "#base/web/data/api.ts";
import type { RulesCalls } from "../contract/rules.calls.ts";

/** The rules' calls, typed by their contract alone. */
export const call = makeCaller<RulesCalls>();

export type RulesView = Answer<RulesCalls["GET Clients/ControlRules/index"]>;
