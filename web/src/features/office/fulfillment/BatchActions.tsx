import { api } from '@laurel/contract/routes'
import { useState } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { Note } from '../../../parts/Note.tsx'
import { ReasonDialog } from '../OfficeDialog.tsx'
import { isChangedMeanwhile, useDecision } from '../use-decision.ts'
import type { Batch } from './fulfillment.queries.ts'
import { MailedDialog } from './MailedDialog.tsx'
import { PrintedDialog } from './PrintedDialog.tsx'

type BatchActionsProps = { batch: Batch; onChanged: () => void }

/** Whatever its state allows next, the usual step last. */
export function BatchActions({ batch, onChanged }: BatchActionsProps) {
  const [asked, setAsked] = useState<'printed' | 'mailed' | 'cancel'>()
  const { status } = batch
  const retry = useDecision({
    decide: () => call(api.retryBatch, { params: { id: batch.id }, body: { seenStatus: status } }),
    done: 'The files are being made again',
    onClose: () => {},
    onChanged,
  })
  const dialog = { batch, onClose: () => setAsked(undefined), onChanged }
  return (
    <>
      {status !== 'mailed' && status !== 'cancelled' && (
        <Button look="plain" onClick={() => setAsked('cancel')}>
          Cancel the batch
        </Button>
      )}
      {status === 'printed' && <Button onClick={() => setAsked('printed')}>Print again</Button>}
      {batch.mayRemake && (
        <Button isPending={retry.isPending} onClick={() => retry.mutate()}>
          Make the files again
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
      {retry.error && !isChangedMeanwhile(retry.error) && (
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
          <p>Its cards wait again, and its labels are given back.</p>
          {(batch.prints > 0 || batch.files.some(({ givenOut }) => givenOut)) && (
            <p>
              It was printed or fetched: the printed cards are worth nothing from then on, and new ones get
              new numbers.
            </p>
          )}
        </>
      }
      submit="Cancel the batch"
      isDanger
      hint="Kept in the audit log."
      maxLength={200}
      decide={(reason) =>
        call(api.cancelBatch, { params: { id: batch.id }, body: { seenStatus: batch.status, reason } })
      }
      done={`Batch ${batch.number} is canceled`}
      onClose={onClose}
      onChanged={onChanged}
    />
  )
}
