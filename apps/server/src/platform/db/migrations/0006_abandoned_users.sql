-- The nightly sweep looks for addresses that nobody ever proved.
create index users_unverified on users (created_at)
  where email_verified_at is null and deleted_at is null;
