-- The id that the ad platform added to the link when it was tapped, as a query ("gclid=…"), empty when it added none.
-- The platform recognises its own click by it when the order is sent back.
alter table tracking.clicks add column platform_click text not null default '' check (length(platform_click) <= 1300);
