-- A click is committed without its roll-ups; what it adds to them waits here, and is added in the background.

create table tracking.pending_counts (
  id bigint generated always as identity primary key,
  -- How many counts the row holds: those of a flush of clicks, or of clicks that were judged again.
  counts_held int not null check (counts_held > 0),
  -- JSON, an object for each: the link, its ad and campaign, the moment, what is known of the visitor, and the clicks to add.
  counts text not null
);
-- Rows live for a second: they are neither compressed nor left to pile up.
alter table tracking.pending_counts alter column counts set storage external;
alter table tracking.pending_counts set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 4000);

-- A click that moves from people to bots is added as -1 and +1. A check would see these before the row they are added to.
alter table tracking.click_days drop constraint click_days_valid_clicks_check, drop constraint click_days_bot_clicks_check;
alter table tracking.link_hours drop constraint link_hours_valid_clicks_check, drop constraint link_hours_bot_clicks_check;
alter table tracking.link_visitors drop constraint link_visitors_valid_clicks_check,
  drop constraint link_visitors_bot_clicks_check;
