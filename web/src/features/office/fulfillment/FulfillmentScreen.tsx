import { useNavigate } from '@tanstack/react-router'
import { Segment } from '../../../parts/Segment.tsx'
import { Chip, Chips } from '../../../parts/Tag.tsx'
import type { FulfillmentSearch } from '../screen-searches.ts'
import { DeskHead } from '../shell/DeskHead.tsx'
import { BatchList } from './BatchList.tsx'
import { KIND_WORDS } from './batch-words.ts'
import { WaitingList } from './WaitingList.tsx'

const VIEWS = [
  { value: 'waiting', label: 'Waiting' },
  { value: 'batches', label: 'Batches' },
] as const
const KINDS = ['direct', 'bulk'] as const

/** What waits to be printed, and what was put into batches. */
export function FulfillmentScreen({ search }: { search: FulfillmentSearch }) {
  const navigate = useNavigate()
  const { show, kind, page } = search
  const go = (next: FulfillmentSearch) =>
    void navigate({ to: '/office/fulfillment', search: next, resetScroll: false })
  const about = { ...(show && { show }), ...(kind && { kind }) }
  const onPage = (next: number) => go({ ...about, page: next })
  return (
    <>
      <DeskHead
        title="Fulfillment"
        text="Cards of approved orders wait here until they are put into a batch, printed and mailed."
      />
      <div className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Segment
          label="Show"
          options={VIEWS}
          value={show ?? 'waiting'}
          onChange={(next) => go({ ...(next === 'batches' && { show: next }), ...(kind && { kind }) })}
        />
        <Chips label="Show only">
          {KINDS.map((one) => (
            <Chip
              key={one}
              isSelected={kind === one}
              onPress={() => go({ ...(show && { show }), ...(kind !== one && { kind: one }) })}
            >
              {KIND_WORDS[one]}
            </Chip>
          ))}
        </Chips>
      </div>
      {show === 'batches' ? (
        <BatchList kind={kind} page={page} onPage={onPage} />
      ) : (
        <WaitingList kind={kind} page={page} onPage={onPage} />
      )}
    </>
  )
}
