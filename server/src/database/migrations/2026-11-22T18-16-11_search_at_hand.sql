-- What staff hold in their hands finds its order: a card's last four digits, and where a card really went after
-- its address was corrected.
create index issued_cards_by_last4 on issued_cards (site_id, last4);
create index deliveries_fixed on delivery_events (site_id, delivery_id) where event = 'fixed';
