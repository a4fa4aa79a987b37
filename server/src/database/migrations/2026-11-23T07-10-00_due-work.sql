-- The role of sweeps (docs/decisions/0043). It finds on which sites work is due, in one query across all of them,
-- and can read nothing but the columns that tell: no names, addresses, or amounts. It can't write.
do $$ begin
  if not exists (select from pg_roles where rolname = 'laurel_sweep') then
    create role laurel_sweep nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
-- An administrator may have granted it to an owner who may not.
do $$ begin
  grant laurel_sweep to current_user;
exception
  when unique_violation then null;
  when insufficient_privilege then
    if not pg_has_role(current_user, 'laurel_sweep', 'member') then raise; end if;
end $$;
grant usage on schema public to laurel_sweep;
grant select (id) on sites to laurel_sweep;

create function reveal_due_work(name text, columns text) returns void language plpgsql as $$ begin
  execute format('create policy due_work on %I for select to laurel_sweep using (true)', name);
  execute format('grant select (site_id, %s) on %I to laurel_sweep', columns, name);
end $$;

select reveal_due_work('orders', 'id, status, held_at, placed_at, planned_at, updated_at');
select reveal_due_work('payments', 'id, order_id, method_code, state, created_at, updated_at, expires_at, token_sealed');
select reveal_due_work('payment_doubts', 'payment_id, reason, state, status');
select reveal_due_work('refunds', 'state, kind');
select reveal_due_work('notices', 'mail_at, mailed_at');
select reveal_due_work('deliveries', 'id, order_id, batch_id, status, reward_type, due_at, updated_at, expires_at,
  reminded_at, reminders_off, tracking_number, track_at');
select reveal_due_work('delivery_events', 'delivery_id, event, at');
select reveal_due_work('shipments', 'delivery_id, batch_id, status, created_at, updated_at, void_asked_at');
select reveal_due_work('batches', 'id, status, labels_wanted, held_until, mailed_at');
select reveal_due_work('batch_files', 'batch_id');
select reveal_due_work('csv_card_item_imports', 'state, created_at, finished_at, file_key');
select reveal_due_work('recipient_changes', 'created_at, import_id');
select reveal_due_work('webhook_endpoints', 'enabled, read_tx');
select reveal_due_work('site_events', 'tx');
select reveal_due_work('idempotency_keys', 'created_at');
select reveal_due_work('staff_accounts', 'identity_subject');

drop index open_payments;
create index payments_to_ask on payments (updated_at, site_id)
  where state in ('started', 'submitted', 'paid', 'abandoned');
create index payments_returnable on payments (created_at, updated_at, site_id)
  where state = 'settled' and method_code = 'elavon_ach';
create index payments_to_ask_once_more on payments (expires_at, site_id)
  where state in ('failed', 'expired') and token_sealed <> '' and updated_at - expires_at < interval '10 minutes';
create index shipments_made on shipments (created_at, site_id, delivery_id, batch_id) where status = 'made';
create index imports_to_map on csv_card_item_imports (created_at, site_id) where state = 'mapping';
create index imports_with_files on csv_card_item_imports (site_id, created_at) where file_key <> '';
