import { api } from '@laurel/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { plural } from '../../../parts/format.ts'
import { Note } from '../../../parts/Note.tsx'
import { PagedList } from '../ListParts.tsx'
import { OfficeDialog, ReasonDialog } from '../OfficeDialog.tsx'
import { isOvertaken, useDecision } from '../office-mutations.ts'
import { type Batch, fulfillmentQueries } from './fulfillment.queries.ts'
import { LetterChoice } from './LetterRows.tsx'

type BatchActionsProps = { batch: Batch; onChanged: () => void }

/** The actions that the batch's state allows, with the usual one last. */
export function BatchActions({ batch, onChanged }: BatchActionsProps) {
  const [asked, setAsked] = useState<'printed' | 'mailed' | 'cancel'>()
  const { status } = batch
  const retry = useDecision({
    decide: () => call(api.retryBatch, { params: { id: batch.id }, body: { seenStatus: status } }),
    done: 'Creating the files again',
    onClose: () => {},
    onChanged,
  })
  const dialog = { batch, onClose: () => setAsked(undefined), onChanged }
  return (
    <>
      {status !== 'mailed' && status !== 'cancelled' && (
        <Button look="plain" onClick={() => setAsked('cancel')}>
          Cancel batch
        </Button>
      )}
      {status === 'printed' && <Button onClick={() => setAsked('printed')}>Print again</Button>}
      {batch.mayRemake && (
        <Button isPending={retry.isPending} onClick={() => retry.mutate()}>
          Recreate files
        </Button>
      )}
      {status === 'ready' && (
        <Button look="primary" onClick={() => setAsked('printed')}>
          Mark printed
        </Button>
      )}
      {status === 'printed' && (
        <Button look="primary" onClick={() => setAsked('mailed')}>
          Mark mailed
        </Button>
      )}
      {retry.error && !isOvertaken(retry.error) && (
        <Note tone="bad" className="w-full">
          {formError(retry.error)}
        </Note>
      )}
      {asked === 'printed' && <PrintedDialog {...dialog} />}
      {asked === 'mailed' && <MailedDialog {...dialog} />}
      {asked === 'cancel' && <CancelDialog {...dialog} />}
    </>
  )
}

function CancelDialog({ batch, onClose, onChanged }: BatchActionsProps & { onClose: () => void }) {
  return (
    <ReasonDialog
      title={`Cancel batch ${batch.number}?`}
      lead={
        <>
          <p>Its cards return to the queue, and its labels are voided.</p>
          {(batch.prints > 0 || batch.files.some(({ givenOut }) => givenOut)) && (
            <p>
              Its files were printed or downloaded. Those card numbers stop working, and new cards get new
              ones.
            </p>
          )}
        </>
      }
      submit="Cancel batch"
      isDanger
      hint="Kept in the audit log."
      maxLength={200}
      decide={(reason) =>
        call(api.cancelBatch, { params: { id: batch.id }, body: { seenStatus: batch.status, reason } })
      }
      done={`Batch ${batch.number} was canceled`}
      onClose={onClose}
      onChanged={onChanged}
    />
  )
}

type PrintedDialogProps = { batch: Batch; onClose: () => void; onChanged: () => void }

/** Records that a batch was printed. Printing again needs a reason, because card numbers then exist twice. */
function PrintedDialog({ batch, ...about }: PrintedDialogProps) {
  const isAgain = batch.status === 'printed'
  const print = (reason: string, idempotencyKey: string) =>
    call(api.markBatchPrinted, {
      params: { id: batch.id },
      body: { seenStatus: batch.status, seenPrints: batch.prints, reason },
      idempotencyKey,
    })
  if (!isAgain) return <FirstPrint batch={batch} print={(key) => print('', key)} {...about} />
  return (
    <ReasonDialog
      title={`Print batch ${batch.number} again?`}
      lead={
        <p>
          It was printed {plural(batch.prints, 'time')}. Destroy spoiled cards, so each number exists on paper
          only once. You can download cards and letters again for an hour.
        </p>
      }
      submit="Print again"
      hint="Reason for downloading again. Kept in the audit log."
      maxLength={200}
      decide={print}
      done={`Batch ${batch.number} can be printed again`}
      {...about}
    />
  )
}

type FirstPrintProps = PrintedDialogProps & { print: (idempotencyKey: string) => Promise<unknown> }

function FirstPrint({ batch, print, onClose, onChanged }: FirstPrintProps) {
  const printed = useDecision({
    decide: print,
    done: `Batch ${batch.number} marked printed`,
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title={`Mark batch ${batch.number} printed?`}
      lead={
        <p>
          {plural(batch.cardCount, 'card')}. You can download cards and letters for another hour. After that,
          you need to give a reason.
        </p>
      }
      submit="Mark printed"
      request={printed}
      onClose={onClose}
    />
  )
}

type MailedDialogProps = { batch: Batch; onClose: () => void; onChanged: () => void }

/** Records that a batch was mailed, without letters whose cards were spoiled. */
function MailedDialog({ batch, onClose, onChanged }: MailedDialogProps) {
  const [spoiled, setSpoiled] = useState<ReadonlySet<number>>(new Set())
  const [page, setPage] = useState(1)
  const isDirect = batch.kind === 'direct'
  const read = useQuery({ ...fulfillmentQueries.letters(batch.id, { page }), enabled: isDirect })
  const mailed = useDecision({
    decide: (idempotencyKey) =>
      call(api.markBatchMailed, {
        params: { id: batch.id },
        body: { seenStatus: batch.status, exceptDeliveryIds: [...spoiled] },
        idempotencyKey,
      }),
    done: `Batch ${batch.number} marked mailed`,
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title={`Mark batch ${batch.number} mailed?`}
      lead={
        <>
          <p>Its cards become active, and customers see them as in transit.</p>
          {batch.withoutTrackingCount > 0 && (
            <p>
              {plural(batch.withoutTrackingCount, isDirect ? 'letter' : 'parcel')} without a tracking number.
              You can add it later.
            </p>
          )}
          {isDirect && <p>Select spoiled letters. They return to the queue and get new card numbers.</p>}
        </>
      }
      submit={spoiled.size > 0 ? `Mark mailed without ${plural(spoiled.size, 'letter')}` : 'Mark mailed'}
      request={mailed}
      onClose={onClose}
    >
      {isDirect && (
        <PagedList label="Letters" read={read} page={page} onPage={setPage} empty={null}>
          {(letters) => (
            <LetterChoice label="Spoiled letters" letters={letters} chosen={spoiled} onChange={setSpoiled} />
          )}
        </PagedList>
      )}
    </OfficeDialog>
  )
}
