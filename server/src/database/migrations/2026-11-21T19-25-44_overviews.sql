-- What waits for somebody, and what became of it, is counted each time the office opens.
create index orders_in_review on orders (site_id, placed_at) where status = 'in_review';
create index refunds_open on refunds (site_id, id) where state in ('asked', 'approved', 'sent', 'unknown');
create index batches_in_hand on batches (site_id, status, updated_at) where status in ('failed', 'ready', 'printed');
create index deliveries_with_carrier on deliveries (site_id, order_id) where status = 'mailed';
