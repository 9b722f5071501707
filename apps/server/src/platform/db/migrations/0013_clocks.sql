-- Time in which a clock stood still: what has come together and moved nothing yet, and the days that
-- were added to a loan, which bear no interest: [["2026-10-30", "2026-11-01"]] are those after the
-- first date, up to and with the second.
alter table escrows
  add column stopped_ms bigint not null default 0 check (stopped_ms >= 0),
  add column interest_free jsonb not null default '[]' check (jsonb_typeof(interest_free) = 'array'),
  -- The day on which the borrower tried to pay and could not, while that lasts.
  add column tendered_on date;
grant update (stopped_ms, interest_free, tendered_on) on escrows to pier_api, pier_worker;

-- Addresses are sealed. Whether there is one is no secret, and decides whose move a loan waits for.
alter table users add column has_address boolean not null default false;
update users set has_address = true where sealed_address is not null and country is not null;
