-- base: a subscription reads the events of its own names. Without this index it read all that came since its place, at
-- every check: the rarer its events, the more of others'.
create index events_by_name on base.events (name, position) where position is not null;
