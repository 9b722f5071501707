-- Every view of a loan asks for all holds that its domain ever had, lifted ones too, to say for how long
-- its clock stood still. The index of open holds does not answer that, so each loan of a list read the
-- whole table.
create index domain_holds_of_domain on domain_holds (domain_id, created_at);
