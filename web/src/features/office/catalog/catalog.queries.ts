import type { CatalogKind } from '@laurel/contract/office-catalog'
import { api } from '@laurel/contract/routes'
import { queryOptions } from '@tanstack/react-query'
import { type AnswerOf, call } from '../../../app/call.ts'
import { FRESH } from '../office.queries.ts'

type Catalog = AnswerOf<'getOfficeCatalog'>
export type Values = Record<string, unknown>
/** A catalog entry of any kind. */
export type Entry = { id: number; version: number; active: boolean; values: Values; name?: string }
export type { CatalogKind }

export const officeCatalogQueries = {
  whole: () =>
    queryOptions({
      queryKey: ['office', 'catalog'],
      queryFn: () => call(api.getOfficeCatalog),
      ...FRESH,
    }),
}

const KEYS = {
  rewards: 'rewards',
  templates: 'templates',
  amounts: 'amounts',
  messages: 'messages',
  shipping_options: 'shippingOptions',
  reward_infos: 'rewardInfos',
  landing: 'landing',
  heard_about: 'heardAbout',
} as const satisfies Record<CatalogKind, keyof Catalog>

export function entriesOf(catalog: Catalog, kind: CatalogKind): Entry[] {
  return catalog[KEYS[kind]] as unknown as Entry[]
}
