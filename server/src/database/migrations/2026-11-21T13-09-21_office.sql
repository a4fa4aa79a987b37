-- The office lists placed orders by day, and asks for those that need a hand.
create index orders_placed on orders (site_id, placed_at desc, id desc) where placed_at is not null;
create index orders_held on orders (site_id) where held_at is not null;
create index customers_by_email on customers (site_id, lower(email));
