-- A paid order is checked against what its customer ordered in the last day, and the payments that failed in the last
-- hour, which may be old. Payments that servers of an earlier version write in the meantime have no customer.
update payments as p set customer_id = o.customer_id from orders as o
  where o.site_id = p.site_id and o.id = p.order_id and p.customer_id is null;
create index payments_failed_of_customer on payments (site_id, customer_id, updated_at) where state = 'failed';
create index orders_placed_by_customer on orders (site_id, customer_id, placed_at) where placed_at is not null;
