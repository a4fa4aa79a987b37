import { api } from '@laurel/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { plural } from '../../../parts/format.ts'
import { Paging, RowsLoading } from '../ListParts.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useDecision } from '../use-decision.ts'
import { type Batch, fulfillmentQueries } from './fulfillment.queries.ts'
import { LetterChoice } from './LetterChoice.tsx'

type MailedDialogProps = { batch: Batch; onClose: () => void; onChanged: () => void }

/** The batch leaves; letters whose cards were spoiled stay behind. */
export function MailedDialog({ batch, onClose, onChanged }: MailedDialogProps) {
  const [spoiled, setSpoiled] = useState<ReadonlySet<number>>(new Set())
  const [page, setPage] = useState(1)
  const isDirect = batch.kind === 'direct'
  const { data } = useQuery({ ...fulfillmentQueries.letters(batch.id, { page }), enabled: isDirect })
  const mailed = useDecision({
    decide: (idempotencyKey) =>
      call(api.markBatchMailed, {
        params: { id: batch.id },
        body: { seenStatus: batch.status, exceptDeliveryIds: [...spoiled] },
        idempotencyKey,
      }),
    done: `Batch ${batch.number} is mailed`,
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title={`Is batch ${batch.number} with the carrier?`}
      lead={
        <>
          <p>Its cards become active, and customers see them on their way.</p>
          {batch.withoutTrackingCount > 0 && (
            <p>
              {plural(batch.withoutTrackingCount, isDirect ? 'letter' : 'parcel')} without a tracking number:
              it can be added later.
            </p>
          )}
          {isDirect && (
            <p>Tick letters that were spoiled: they stay behind, wait again and get new card numbers.</p>
          )}
        </>
      }
      submit={spoiled.size > 0 ? `Mark mailed without ${plural(spoiled.size, 'letter')}` : 'Mark mailed'}
      isPending={mailed.isPending}
      problem={mailed.error}
      onSubmit={() => mailed.mutate()}
      onClose={onClose}
    >
      {isDirect && !data && <RowsLoading label="Letters" />}
      {isDirect && data && (
        <>
          <LetterChoice
            label="Spoiled letters"
            letters={data.results}
            chosen={spoiled}
            onChange={setSpoiled}
          />
          <Paging label="Pages of letters" page={page} total={data.count} onPage={setPage} />
        </>
      )}
    </OfficeDialog>
  )
}
