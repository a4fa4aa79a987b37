import { flag, id, searchParams } from '../../app/search-params.ts'

type MyRewardsSearch = {
  /** Opens the choice of a reward type. */
  createNew?: true
  /** Opens this order. */
  openDetails?: number
  /** Shows this draft of the company, without editing it. */
  openDraft?: number
}

/** The search params of docs/spec.md §2, "/my-rewards/". */
export const readMyRewardsSearch = searchParams<MyRewardsSearch>({
  createNew: flag,
  openDetails: id,
  openDraft: id,
})

/** The customer's profile failed to load, so we don't know whether they may open this screen. */
export class UserDataProblem extends Error {
  override readonly name = 'UserDataProblem'

  constructor(cause: unknown) {
    super(/*i18n*/ 'Failed to load user data', { cause })
  }
}
