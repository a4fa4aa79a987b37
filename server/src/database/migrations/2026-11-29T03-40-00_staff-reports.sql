-- Reports for staff have no company (docs/decisions/0093).
alter table report_files alter column company_id drop not null;
-- `customer:5`, `staff:2`; '' if it was made on schedule.
alter table report_files add column asked_by text not null default '';
update report_files set asked_by = 'customer:' || customer_id where customer_id is not null;
-- Without a company, the readers are staff.
alter table saved_reports alter column company_id drop not null;

alter table notices
  drop constraint notices_kind_check,
  add constraint notices_kind_check check (kind in ('order_placed', 'payment_arrived', 'order_approved', 'order_declined',
    'refunded', 'cards_sent', 'letters_mailed', 'parcel_mailed', 'cards_bounced', 'letters_returned',
    'parcel_returned', 'parcel_arrived', 'order_fulfilled', 'all_arrived', 'person_joined', 'join_requested',
    'budget_low', 'budget_exhausted', 'balance_low', 'balance_topped_up', 'recipient_changed', 'program_stuck',
    'program_late', 'report_failed'));
