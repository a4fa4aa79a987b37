-- An idempotency key commits with its effect (docs/decisions/0022), so the effect needs no copy of it.
alter table refunds drop column asked_key;
alter table funds_received drop column asked_key;
