import { flag, id, searchParams } from '../../app/search-params.ts'
export type MyRewardsSearch = {
  /** Opens the choice of a reward type. */
  createNew?: true
  /** Opens this order. */
  openDetails?: number
}

/** The search params of docs/spec.md §2, "/my-rewards/". */
export const readMyRewardsSearch = searchParams<MyRewardsSearch>({ createNew: flag, openDetails: id })
