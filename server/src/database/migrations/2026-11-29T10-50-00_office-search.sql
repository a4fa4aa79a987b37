-- The office's search finds orders by the ID that a company's program gave them, and checks, transfers, and refunds by
-- their amount, and checks by their number (docs/decisions/0096).
create index orders_found_by_external_id on orders (site_id, external_id) where external_id is not null;
create index funds_by_amount on funds_received (site_id, amount_cents, id);
create index funds_by_document on funds_received (site_id, document_number, id) where document_number <> '';
create index refunds_by_amount on refunds (site_id, amount_cents, id);
