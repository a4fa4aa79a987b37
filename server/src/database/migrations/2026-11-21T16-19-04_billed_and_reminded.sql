-- Who an order is billed to, as the customer's profile said when it was placed: a paper drawn years
-- later says the same.
alter table orders
  add column bill_to jsonb,
  -- How often its customer was reminded that the money is still to come.
  add column reminders_sent integer not null default 0;

-- What was placed before is billed to whom the papers named until now.
update orders o
  set bill_to = jsonb_build_object(
    'legal_business_name', c.legal_business_name, 'first_name', c.first_name, 'last_name', c.last_name,
    'email', c.email, 'business_address1', c.business_address1, 'business_address2', c.business_address2,
    'business_city', c.business_city, 'business_state', c.business_state, 'business_zip', c.business_zip)
  from customers c
  where c.site_id = o.site_id and c.id = o.customer_id and o.placed_at is not null;
-- More may have been sent; nobody counted.
update orders set reminders_sent = 1 where reminded_at is not null;
