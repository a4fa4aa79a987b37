-- Orders sorted by total: with these, filters by status are answered by the index alone.
drop index orders_by_total;
create index orders_by_total on orders (site_id, total_cents, placed_at desc, id desc)
  include (status, is_shipped, released_at) where placed_at is not null;
