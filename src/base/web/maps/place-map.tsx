import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { findGoogleMapsSettings } from "../runtime/page-links.ts";
import { useLanguage } from "../runtime/preferences.ts";
import { mapCredits } from "./credits.ts";
import type { DrawnMap, MapEvents, MapTexts, MapView } from "./drawn-map.ts";
import classes from "./maps.module.css";

type Props = MapView & MapEvents & { label: string };

/**
 * A map of the Kingdom on which places are chosen and circles moved and resized: Google's where the installation has a key
 * and Google answers, the bundled one otherwise. Everything on it can be done without it too; whoever shows it has the
 * same as a list. The engines load when the map is shown.
 */
export function PlaceMap({ label, circles, places, selected, radius, ...events }: Props) {
  const { t } = useTranslation("base");
  const box = useRef<HTMLDivElement>(null);
  const { map, hasFailed, retry } = useDrawnMap(box, events);
  const { min, max } = radius;
  useEffect(() => {
    map?.draw({ circles, places, selected, radius: { min, max } });
  }, [map, circles, places, selected, min, max]);
  if (hasFailed)
    return (
      <p className={classes.failed}>
        {t("map_failed")}{" "}
        <Button variant="subtle" onClick={retry}>
          {t("try_again")}
        </Button>
      </p>
    );
  // Both engines count from the left: in a right-to-left box their parts land far away.
  return (
    <section dir="ltr" aria-label={label}>
      <div ref={box} className={classes.map} aria-busy={map === null} />
      <Credits />
    </section>
  );
}

/** The sources of the places and their licences: proper names, the same in both languages. */
function Credits() {
  return (
    <p lang="en" className={classes.credits}>
      {mapCredits.map(({ name, licence, url }) => (
        <span key={name}>
          <a href={url} target="_blank" rel="noreferrer">
            {name}
          </a>{" "}
          ({licence})
        </span>
      ))}
    </p>
  );
}

function useDrawnMap(box: React.RefObject<HTMLDivElement | null>, events: MapEvents) {
  const { t } = useTranslation("base");
  const language = useLanguage();
  const [map, setMap] = useState<DrawnMap | null>(null);
  const [isGoogleRefused, setGoogleRefused] = useState(false);
  const [failures, setFailures] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  const latest = useRef(events);
  latest.current = events;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry opens the map again
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let isGone = false;
    let opened: DrawnMap | null = null;
    const onRefused = () => setGoogleRefused(true);
    const texts = { zoomIn: t("zoom_in"), zoomOut: t("zoom_out") };
    openMap(element, forward(latest), { language, texts, onRefused, isGoogleRefused }).then(
      (drawn) => {
        if (isGone) return drawn.destroy();
        opened = drawn;
        setMap(drawn);
      },
      () => {
        if (!isGone) setFailed(true);
      },
    );
    return () => {
      isGone = true;
      opened?.destroy();
      setMap(null);
    };
  }, [box, language, t, isGoogleRefused, failures]);

  const retry = () => {
    setFailed(false);
    setFailures((count) => count + 1);
  };
  return { map, hasFailed, retry };
}

type Choice = { language: string; texts: MapTexts; onRefused: () => void; isGoogleRefused: boolean };

async function openMap(
  box: HTMLElement,
  events: MapEvents,
  { isGoogleRefused, texts, ...options }: Choice,
): Promise<DrawnMap> {
  const settings = isGoogleRefused ? null : findGoogleMapsSettings();
  if (settings) {
    const { openGoogleMap } = await import("./google-map.ts");
    const drawn = await openGoogleMap(box, events, { ...settings, ...options }).catch(() => null);
    if (drawn) return drawn;
  }
  const { openLeafletMap } = await import("./leaflet-map.ts");
  return openLeafletMap(box, events, texts);
}

/** Events that reach the component as it is now, though the map was opened with an earlier one. */
const forward = (latest: { readonly current: MapEvents }): MapEvents => ({
  onPick: (at) => latest.current.onPick(at),
  onPickPlace: (id) => latest.current.onPickPlace(id),
  onSelect: (id) => latest.current.onSelect(id),
  onMove: (id, at) => latest.current.onMove(id, at),
  onResize: (id, radiusMetres) => latest.current.onResize(id, radiusMetres),
});
