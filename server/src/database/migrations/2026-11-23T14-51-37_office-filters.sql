-- Filters of the office's lists lead to their orders by index, for any number of orders.
drop index orders_placed;
create index orders_placed on orders (site_id, placed_at desc, id desc) include (status, is_shipped, released_at)
  where placed_at is not null;
create index orders_by_status on orders (site_id, status, is_shipped, placed_at desc, id desc) include (released_at)
  where placed_at is not null;
create index orders_flagged on orders (site_id, placed_at desc, id desc)
  where placed_at is not null and review_reasons <> '[]';
create index orders_by_total on orders (site_id, total_cents, placed_at desc, id desc) where placed_at is not null;
drop index orders_of_customer;
create index orders_of_customer on orders (site_id, customer_id, id desc) include (status);
create index card_items_by_type on card_items (site_id, reward_type, order_id);
create index payments_by_method on payments (site_id, method_code, order_id, id);
drop index funds_of_order;
create index funds_of_order on funds_received (site_id, order_id) include (amount_cents, reversed_at);
-- A very large order's deliveries, page by page.
create index deliveries_of_order_by_id on deliveries (site_id, order_id, id);
create index deliveries_by_status on deliveries (site_id, status, updated_at desc, id desc);
create index deliveries_by_type on deliveries (site_id, reward_type, updated_at desc, id desc);

-- A page of notices is read newest first, whatever was before. Those that are shown as one are together.
drop index notices_of_customer;
create index notices_of_customer on notices (site_id, customer_id, id desc) include (order_id, kind, seen_at);
create index notices_of_order on notices (site_id, order_id, kind, id) include (seen_at);

create index customers_disabled on customers (site_id, id desc) where disabled_at is not null;
create index customers_closed on customers (site_id, id desc) where closed_at is not null;
