import { useQuery } from "@tanstack/react-query";
import { loadGazetteer } from "#base/shared/places/gazetteer.ts";

/** The Kingdom's places, loaded once when a screen first needs them. */
export const useGazetteer = () =>
  useQuery({ queryKey: ["base", "gazetteer"], queryFn: loadGazetteer, staleTime: Number.POSITIVE_INFINITY });
