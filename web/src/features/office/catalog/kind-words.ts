import type { CatalogKind } from '@laurel/contract/office-catalog'

type KindWords = {
  value: CatalogKind
  label: string
  /** One of it. */
  one: string
  text: string
  adds: boolean
  orders: boolean
  switches: boolean
}

const all = { adds: true, orders: true, switches: true } as const

/** Every kind of thing a site offers, and what may be done with its list. */
export const KIND_WORDS: readonly KindWords[] = [
  { ...all, value: 'rewards', label: 'Rewards', one: 'reward', text: 'What a card can be spent on.' },
  { ...all, value: 'templates', label: 'Templates', one: 'template', text: 'Designs customers start from.' },
  {
    ...all,
    value: 'amounts',
    label: 'Amounts',
    one: 'amount',
    text: 'Values offered with one tap.',
    orders: false,
  },
  { ...all, value: 'messages', label: 'Messages', one: 'message', text: 'Words to start from, by occasion.' },
  {
    ...all,
    value: 'shipping_options',
    label: 'Shipping',
    one: 'shipping option',
    text: 'How cards travel, and what it costs.',
  },
  {
    value: 'reward_infos',
    label: 'Ways to send',
    one: 'way to send',
    text: 'How bulk, direct and digital are explained.',
    adds: false,
    orders: false,
    switches: false,
  },
  {
    ...all,
    value: 'landing',
    label: 'Home page',
    one: 'part',
    text: 'What the home page says, from top to bottom.',
    adds: false,
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
