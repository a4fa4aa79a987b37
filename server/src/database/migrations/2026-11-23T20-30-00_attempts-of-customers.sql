-- Counts a customer's attempts at paying in the last hour without reading all of their orders. Null for payments that
-- are older, or written by a server of an earlier version: only recent ones count.
alter table payments add column customer_id bigint;
update payments as p set customer_id = o.customer_id from orders as o
  where o.site_id = p.site_id and o.id = p.order_id and p.created_at > now() - interval '1 day';
create index payments_of_customer on payments (site_id, customer_id, created_at);

-- Of an address, only declined attempts count.
create index payments_declined_by_ip on payments (site_id, ip, created_at) where state = 'failed' and ip <> '';
drop index payments_by_ip;
