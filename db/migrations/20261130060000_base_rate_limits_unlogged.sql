-- Counts of the running minute or hour need no write-ahead log: a use then waits for no disk. After a crash or a change of
-- the primary they begin anew.

-- locks: the table holds the counts of the last hours alone, and is written anew in a moment.
alter table base.rate_limits set unlogged;
