-- How long a name is without its ending: lenders look for short ones.
alter table listings add column letters integer not null
  generated always as (char_length(split_part(unicode_name, '.', 1))) stored;
create index listings_by_letters on listings (letters, number desc) where is_active;

-- What an alert looks for can be changed, and its owner looks at what it has found. Nobody has looked
-- where the time is empty: what was found since it was saved is new then.
alter table saved_searches
  add column letters_min integer,
  add column letters_max integer,
  add column looked_at timestamptz;
grant update on saved_searches to pier_api;

create index listing_alerts_of_user on listing_alerts (user_id, created_at desc);
