-- What one side wrote last, and what the other has not read of it. Without this a chat in which only
-- one side writes is read whole for it.
create index escrow_messages_of_side on escrow_messages (escrow_id, user_id, number);
