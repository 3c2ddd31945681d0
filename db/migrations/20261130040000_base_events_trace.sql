-- What an event was published in, as W3C Trace Context writes it; null where traces are off.
alter table base.events add column traceparent text;
