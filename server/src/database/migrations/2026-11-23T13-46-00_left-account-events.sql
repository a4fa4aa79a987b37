-- Account events that were left without a job are found across sites (docs/decisions/0043).
select reveal_due_work('account_events', 'at');
