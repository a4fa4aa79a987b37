import type { CatalogKind } from '@laurel/contract/office-catalog'
import { oneOf, searchParams } from '../../../app/search-params.ts'
import { KIND_WORDS } from './kind-words.ts'

export type CatalogSearch = { kind?: CatalogKind }

/** Rewards come first: they need no word in the address. */
export const readCatalogSearch = searchParams<CatalogSearch>({
  kind: oneOf(...KIND_WORDS.map(({ value }) => value).filter((kind) => kind !== 'rewards')),
})
