-- How many mails wait, and for how long, is asked every few seconds by whoever watches the product.
create index mails_waiting on mails (created_at) where status = 'waiting';
