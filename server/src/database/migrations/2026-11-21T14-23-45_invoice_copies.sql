-- Where a customer's last invoice also went: offered again with the next order.
alter table customers add column invoice_emails jsonb not null default '[]';
-- Orders whose promised check or transfer is still to come, for the daily look at who is to be reminded.
create index orders_awaiting_money on orders (site_id, id) where status = 'pending_payment';
