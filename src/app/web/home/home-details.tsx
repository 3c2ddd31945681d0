import { CampaignsRanked } from "./campaigns-ranked.tsx";
import { ChangesCard } from "./changes-card.tsx";
import classes from "./home.module.css";
import { TopProducts } from "./top-products.tsx";

/** Below the figures: what changed since yesterday, what earns and what burns, and what sells most. */
export function HomeDetails() {
  return (
    <>
      <ChangesCard />
      <div className={classes.pair}>
        <CampaignsRanked />
        <TopProducts />
      </div>
    </>
  );
}
