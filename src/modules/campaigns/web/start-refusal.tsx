import { useMutationState } from "@tanstack/react-query";
import type { CampaignRow } from "../contract/shapes.ts";
import { RefusalNote, toLaunchRefusal } from "./refusal-note.tsx";
import { type CampaignCommand, campaignActionKey } from "./use-campaign-action.ts";

type Command = { id: string; act: CampaignCommand };

/** The last refused start of one of these campaigns, as long as it does not run and nothing newer was asked of it. */
export function StartRefusal({ campaigns }: { campaigns: readonly CampaignRow[] }) {
  const commands = useMutationState({
    filters: { mutationKey: campaignActionKey },
    select: ({ state }) => ({
      ...(state.variables as Command | undefined),
      isRefused: state.status === "error",
      error: state.error,
      at: state.submittedAt,
    }),
  });
  const [last] = commands.toSorted((one, other) => other.at - one.at);
  const campaign = campaigns.find(({ id }) => id === last?.id);
  const isStart = last?.act === "start" || last?.act === "relaunch";
  if (!campaign || !last?.isRefused || !isStart || campaign.status === "active") return null;
  return <RefusalNote refusal={toLaunchRefusal(last.error)} campaigns={[campaign]} />;
}
