-- What somebody's loans came to is counted for every offer in a list. These indexes answer that by
-- themselves; those they replace led to the row of each loan.
create index escrows_by_borrower on escrows (borrower_id, number desc) include (status, lapsed_by);
create index escrows_by_lender on escrows (lender_id, number desc) include (status, lapsed_by);
drop index escrows_of_borrower;
drop index escrows_of_lender;
