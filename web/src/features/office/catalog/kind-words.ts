import type { CatalogKind } from '@laurel/contract/office-catalog'
import type { RewardType } from '@laurel/domain/reward-type'
import type { LandingComponent } from '../../../app/site.ts'

type LandingKind = LandingComponent['kind']

type KindWords = {
  value: CatalogKind
  label: string
  /** The singular. */
  one: string
  text: string
  orders: boolean
  switches: boolean
}

const all = { orders: true, switches: true } as const

/** All kinds of catalog entries, and what can be done with their lists. */
export const KIND_WORDS: readonly KindWords[] = [
  { ...all, value: 'rewards', label: 'Rewards', one: 'reward', text: 'Where cards can be spent.' },
  { ...all, value: 'templates', label: 'Templates', one: 'template', text: 'Designs customers start from.' },
  {
    ...all,
    value: 'amounts',
    label: 'Amounts',
    one: 'amount',
    text: 'Suggested card values.',
    orders: false,
  },
  {
    ...all,
    value: 'messages',
    label: 'Messages',
    one: 'message',
    text: 'Suggested messages for each occasion.',
  },
  {
    ...all,
    value: 'shipping_options',
    label: 'Shipping',
    one: 'shipping option',
    text: 'Delivery services and their prices.',
  },
  {
    value: 'reward_infos',
    label: 'Delivery methods',
    one: 'delivery method',
    text: 'How bulk, direct, and digital cards are explained.',
    orders: false,
    switches: false,
  },
  {
    ...all,
    value: 'landing',
    label: 'Home page',
    one: 'part',
    text: 'The home page, from top to bottom. Only parts that are on are shown.',
  },
  {
    ...all,
    value: 'heard_about',
    label: 'Heard about us',
    one: 'answer',
    text: 'Answers to “How did you hear about us?”',
  },
]

export function kindWords(kind: CatalogKind): KindWords {
  return KIND_WORDS.find(({ value }) => value === kind) ?? KIND_WORDS[0]!
}

type NameWords = Readonly<Record<string, string>>

/** Kinds whose entries are unique: only missing ones can be added. */
const NAME_WORDS: Readonly<Partial<Record<CatalogKind, NameWords>>> = {
  landing: {
    hero: 'Top of the page',
    ways: 'Delivery methods',
    steps: 'How it works',
    trust: 'Why customers trust you',
    closing: 'Closing',
    footer: 'Footer, on every page',
  } satisfies Record<LandingKind, string>,
  reward_infos: { bulk: 'Bulk', direct: 'Direct', digital: 'Digital' } satisfies Record<RewardType, string>,
}

export function nameWords(kind: CatalogKind, name: string): string {
  return NAME_WORDS[kind]?.[name] ?? name
}

/** The entries that can still be added; undefined for kinds without such a limit. */
export function missingNames(
  kind: CatalogKind,
  entries: readonly { name?: string }[],
): { value: string; label: string }[] | undefined {
  const words = NAME_WORDS[kind]
  return (
    words &&
    Object.entries(words)
      .filter(([value]) => !entries.some(({ name }) => name === value))
      .map(([value, label]) => ({ value, label }))
  )
}
