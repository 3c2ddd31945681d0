-- A flush of clicks is one row here. Soon after, its clicks go into their table and the roll-ups, and the row is deleted.

create table tracking.pending_clicks (
  id bigint generated always as identity primary key,
  -- How many clicks or counts the row holds.
  held int not null check (held > 0),
  -- JSON, an object for each click, with the columns of tracking.clicks.
  clicks text,
  -- JSON, an object for each click that was judged again: what is added to the roll-ups.
  counts text,
  -- It cannot be read: it stands here for a person, and those behind it go on.
  is_set_aside boolean not null default false,
  check ((clicks is null) <> (counts is null))
);
-- Rows live for a second: they are neither compressed nor left to pile up.
alter table tracking.pending_clicks alter column clicks set storage external, alter column counts set storage external;
alter table tracking.pending_clicks set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 4000);

-- Counts that wait are added like those of clicks that were judged again.
insert into tracking.pending_clicks (held, counts) select counts_held, counts from tracking.pending_counts order by id;
drop table tracking.pending_counts;
