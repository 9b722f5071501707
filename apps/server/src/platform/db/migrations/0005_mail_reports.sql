-- The address of a mail is wiped once the relay has it. What is left is enough for support to tell whose it was.
alter table mails add column masked_to text;

-- What other mail servers told us of a mail that the relay had taken: it came back, or its reader calls it spam.
-- Each is told once, however often it is reported.
create table mail_reports (
  mail_id uuid not null references mails (id) on delete cascade,
  kind text not null check (kind in ('hard_bounce', 'soft_bounce', 'complaint')),
  detail text not null check (length(detail) <= 300),
  created_at timestamptz not null,
  primary key (mail_id, kind)
);
grant select, insert on mail_reports to pier_api;
grant select on mail_reports to pier_worker;

-- Whoever calls a mail spam gets no more of those that can be turned off.
grant insert on unwanted_mails to pier_worker;
