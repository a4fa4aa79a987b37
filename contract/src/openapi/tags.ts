import type { Endpoint } from '../endpoint.ts'

type Tag = { description: string; paths: readonly string[]; isForStaff?: true }

/** Groups of calls: their description, and the first parts of their paths. */
const TAGS: Readonly<Record<string, Tag>> = {
  'Ordering by API': {
    description: 'Every call that a company’s API key can make. Start with quoting and placing an order.',
    paths: [],
  },
  Orders: {
    description: 'The cart, checkout, payments, and placed orders.',
    paths: ['orders', 'order_summary', 'shipping_orders', 'payments', 'organization_payment_providers'],
  },
  Cards: {
    description: 'Card designs, drafts, and cards in the cart.',
    paths: ['card_items', 'add_to_cart', 'shared_drafts', 'saved_designs'],
  },
  Files: {
    description: 'Logos, pictures, lists, and other files of a customer, and their folders.',
    paths: ['files', 'file_folders'],
  },
  Recipients: {
    description: 'Who gets a card, imported lists, and saved people.',
    paths: ['card_recipient_details', 'csv_card_item_imports', 'recipient_lists', 'saved_people'],
  },
  Conversations: {
    description: 'Conversations with the guide, and plans of orders.',
    paths: ['conversations', 'order_plans'],
  },
  Deliveries: { description: 'Where placed cards are, and sending them again.', paths: ['deliveries'] },
  Claims: { description: 'The page of a digital card, opened with its secret link.', paths: ['claims'] },
  Catalog: {
    description: 'What a site offers: rewards, templates, messages, and delivery methods.',
    paths: [
      ...['rewards', 'reward_infos', 'reward_card_templates', 'predefined_amounts', 'predefined_messages'],
      ...['shipping_options', 'us_states', 'zip_codes', 'cities', 'places', 'heard_about_options'],
    ],
  },
  Site: {
    description: 'A site’s name, brand, and public pages.',
    paths: ['actual_rewards_site', 'landing_components', 'site_picture'],
  },
  Company: {
    description: 'A company’s people, roles, budgets, balance, API keys, and settings.',
    paths: ['company', 'companies', 'company_proposals', 'company_invitations'],
  },
  Approvals: {
    description: 'Orders that wait for a colleague’s approval.',
    paths: ['approvals', 'approval_links', 'approval_delegates'],
  },
  Account: {
    description: 'The signed-in customer: profile, addresses, sign-in, and notifications.',
    paths: [
      ...['actual_user', 'recovery_codes', 'linked_services', 'registered_addresses', 'assistants'],
      ...['notices', 'notification_settings', 'unsubscribe'],
    ],
  },
  Events: {
    description: 'What webhooks send, and for a site’s programs the log of its events.',
    paths: ['events'],
    isForStaff: true,
  },
  Office: { description: 'For a site’s staff and their programs.', paths: ['office'], isForStaff: true },
  Platform: { description: 'For operators of the installation.', paths: ['platform'], isForStaff: true },
  Setup: { description: 'The first start of an installation.', paths: ['setup'], isForStaff: true },
}

export const tags = Object.entries(TAGS).map(([name, { description }]) => ({ name, description }))

/** Whether a company's API key can call it. */
export function takesKeys({ access, keyScope }: Endpoint): boolean {
  return access === 'catalog' || access === 'key' || (access === 'customer' && keyScope !== undefined)
}

/** Whether it's only for a site's staff and their programs, or for operators. */
export function isForStaff(endpoint: Endpoint): boolean {
  return TAGS[groupOf(endpoint)]!.isForStaff === true
}

function groupOf({ path }: Endpoint): string {
  const [, , , first = ''] = path.split('/')
  const group = Object.keys(TAGS).find((name) => TAGS[name]!.paths.includes(first))
  if (group === undefined) throw new Error(`Add the path ${path} to a tag.`)
  return group
}

export function tagsOf(endpoint: Endpoint): string[] {
  const group = groupOf(endpoint)
  return takesKeys(endpoint) ? ['Ordering by API', group] : [group]
}
