import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ListToDecide } from '../ListToDecide.tsx'
import type { OpenSearch } from '../money/money-search.ts'
import { type Doubt, officeQueries } from '../office.queries.ts'
import { type DoubtDecision, DoubtDialog } from './DoubtDialog.tsx'
import { DoubtLine } from './DoubtLine.tsx'

const WORDS = {
  open: 'To decide',
  openHeading: 'To decide',
  allHeading: 'All payments that did not fit',
  loading: 'Payment discrepancies',
  pages: 'Pages of payments',
  changed: 'Somebody decided about this payment meanwhile, so nothing was done. It stands here as it is now.',
  noneOpen: 'Nothing to decide',
  none: 'Every payment has fitted so far',
  would: 'Another amount, a second charge or money that came too late would stand here.',
}

/** Money the provider reports otherwise than it was asked for: no order moves on it by itself. */
export function DoubtsScreen({ search }: { search: OpenSearch }) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ doubt: Doubt; decision: DoubtDecision }>()
  const { only, page } = search
  const read = useQuery(officeQueries.doubts({ only: only === 'all' ? undefined : 'open', page }))
  return (
    <ListToDecide
      title="Payment discrepancies"
      text="The provider reports them otherwise than they were asked for. No order moves on them until somebody has decided."
      search={search}
      onSearch={(next, options) => void navigate({ to: '/office/payments', search: next, ...options })}
      read={read}
      words={WORDS}
      asked={(onChanged) =>
        asked && <DoubtDialog {...asked} onClose={() => setAsked(undefined)} onChanged={onChanged} />
      }
    >
      {(doubt) => (
        <DoubtLine key={doubt.id} doubt={doubt} onAsk={(decision) => setAsked({ doubt, decision })} />
      )}
    </ListToDecide>
  )
}
