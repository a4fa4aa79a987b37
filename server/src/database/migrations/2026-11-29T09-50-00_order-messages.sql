-- A note that was emailed to the order's customer, who sees it with the order. It can't be changed.
alter table order_notes add column is_mailed boolean not null default false;
