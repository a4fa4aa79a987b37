import { api } from '@laurel/contract/routes'
import type { OutputOf } from '@laurel/contract/wire-types'
import { queryOptions } from '@tanstack/react-query'
import { ApiProblem } from '../../app/api-problem.ts'
import { type AnswerOf, call } from '../../app/call.ts'
import { toCamel } from '../../app/case.ts'
import { readEmbedded } from '../../app/site.ts'

export type Claim = AnswerOf<'getClaim'>

const EMBEDDED = 'claim-data'

export const claimQueries = {
  /** Null if the link opens no card. Dropped with its screen, so that no card stays on a shared computer. */
  one: (token: string) =>
    queryOptions({
      queryKey: ['claim', token],
      queryFn: () => readClaim(token),
      initialData: () => {
        const claim = readEmbedded<OutputOf<'getClaim'> | null>(EMBEDDED)
        return claim && toCamel(claim)
      },
      // Records the view, which the page's HTML doesn't.
      refetchOnMount: 'always',
      gcTime: 0,
    }),
}

async function readClaim(token: string): Promise<Claim | null> {
  try {
    return await call(api.getClaim, { params: { token } })
  } catch (cause) {
    if (cause instanceof ApiProblem && cause.code === 'claim_not_found') return null
    throw cause
  }
}

/** Once the page has read the card that the server embedded. */
export function forgetEmbeddedClaim(): void {
  document.getElementById(EMBEDDED)?.remove()
}
