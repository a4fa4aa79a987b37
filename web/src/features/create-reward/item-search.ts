import { id, oneOf, searchParams } from '../../app/search-params.ts'
/** Whom a list opens with. */
export type ListStart = 'attention' | 'duplicate'
export type ItemSearch = {
  item?: number
  /** Where the customer came from to mend something, and goes back to. */
  from?: 'payment'
  /** Only these people of the list are shown at first. */
  only?: ListStart
}

/** `?item=7`: the card to go on with. */
export const readItemSearch = searchParams<ItemSearch>({
  item: id,
  from: oneOf('payment'),
  only: oneOf('attention', 'duplicate'),
})
