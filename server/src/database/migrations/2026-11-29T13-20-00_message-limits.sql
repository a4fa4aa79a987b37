-- Messages to customers are limited by the hour, for an order and for who writes them.
create index messages_of_writer on order_notes (site_id, written_by, at) where is_mailed;
