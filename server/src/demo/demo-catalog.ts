/** The demo's two networks accept its cards at different places. */
export const REWARDS = [
  {
    name: 'Meridian Prepaid',
    network: 'meridian',
    description: /*i18n*/ 'A prepaid card for every store and website that takes Meridian.',
    reward_types: ['bulk', 'direct', 'digital'],
    min_value_cents: 1_000,
    max_value_cents: 100_000,
  },
  {
    name: 'Meridian Dining',
    network: 'meridian',
    description: /*i18n*/ 'A prepaid card for restaurants, cafés, and food delivery.',
    reward_types: ['direct', 'digital'],
    min_value_cents: 1_000,
    max_value_cents: 50_000,
  },
  {
    name: 'Harborline Prepaid',
    network: 'harborline',
    description: /*i18n*/ 'A prepaid card for every store and website that takes Harborline.',
    reward_types: ['bulk', 'direct', 'digital'],
    min_value_cents: 2_500,
    max_value_cents: 75_000,
  },
]
