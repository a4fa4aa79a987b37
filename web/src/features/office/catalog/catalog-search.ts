import type { CatalogKind } from '@laurel/contract/office-catalog'
import { KIND_WORDS } from './kind-words.ts'

export type CatalogSearch = { kind?: CatalogKind }

/** Rewards come first: they need no word in the address. */
export function readCatalogSearch({ kind }: Record<string, unknown>): CatalogSearch {
  const known = KIND_WORDS.find(({ value }) => value === kind && value !== 'rewards')
  return known ? { kind: known.value } : {}
}
