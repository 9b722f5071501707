-- Read notices are removed in the order in which they were read.
create index notifications_read on notifications (read_at, id) where read_at is not null;
