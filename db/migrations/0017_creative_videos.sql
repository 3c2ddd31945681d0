-- Videos have a length, and nothing else has.

alter table creative.media
  add column seconds double precision check (seconds > 0),
  add constraint media_length_of_videos check ((kind = 'video') = (seconds is not null));
