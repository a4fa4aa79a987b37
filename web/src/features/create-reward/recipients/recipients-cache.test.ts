import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { person } from '../../../testing/person-fixture.ts'
import { EVERYONE, type Recipient, recipientQueries } from './recipients.queries.ts'
import { replaceRow } from './recipients-cache.ts'

const problem = (code: string, severity: 'error' | 'warning', field = 'zip') =>
  ({ code, severity, field, message: '' }) satisfies Recipient['problems'][number]

test('replacing a row updates the sums and the problem counts', () => {
  const queryClient = new QueryClient()
  const { queryKey } = recipientQueries.page(7, EVERYONE, 1)
  const row = person({
    needsAttention: true,
    problems: [
      { ...problem('invalid', 'error'), isSure: true },
      problem('invalid', 'error', 'state'),
      problem('duplicate', 'warning'),
    ],
  })
  queryClient.setQueryData(queryKey, {
    count: 2,
    next: null,
    previous: null,
    results: [row, person({ id: 2 })],
    totalCount: 2,
    attentionCount: 1,
    readyCount: 1,
    withoutValueCount: 0,
    warningCount: 0,
    suggestedCount: 1,
    valueCents: 10_000,
    problemCounts: [
      { code: 'invalid', severity: 'error', count: 1, suggestedCount: 1 },
      { code: 'duplicate', severity: 'warning', count: 1, suggestedCount: 0 },
    ],
  })
  replaceRow(queryClient, 7, person({ amountCents: 7_500, problems: [problem('po_box', 'warning')] }), 5_000)
  expect(queryClient.getQueryData(queryKey)).toMatchObject({
    totalCount: 2,
    attentionCount: 0,
    readyCount: 1,
    warningCount: 1,
    valueCents: 12_500,
    suggestedCount: 0,
    problemCounts: [{ code: 'po_box', severity: 'warning', count: 1, suggestedCount: 0 }],
  })
})

test('a person with their own value is ready even if everyone’s is missing', () => {
  const queryClient = new QueryClient()
  const { queryKey } = recipientQueries.page(7, EVERYONE, 1)
  queryClient.setQueryData(queryKey, {
    count: 1,
    next: null,
    previous: null,
    results: [person()],
    totalCount: 1,
    attentionCount: 0,
    readyCount: 0,
    withoutValueCount: 1,
    warningCount: 0,
    suggestedCount: 0,
    valueCents: 0,
    problemCounts: [],
  })
  replaceRow(queryClient, 7, person({ amountCents: 7_500 }), null)
  expect(queryClient.getQueryData(queryKey)).toMatchObject({
    readyCount: 1,
    withoutValueCount: 0,
    valueCents: 7_500,
  })
})
