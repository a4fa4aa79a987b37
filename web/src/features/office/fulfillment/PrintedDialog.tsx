import { api } from '@laurel/contract/routes'
import { call } from '../../../app/call.ts'
import { plural } from '../../../parts/format.ts'
import { OfficeDialog, ReasonDialog } from '../OfficeDialog.tsx'
import { useDecision } from '../use-decision.ts'
import type { Batch } from './fulfillment.queries.ts'

type PrintedDialogProps = { batch: Batch; onClose: () => void; onChanged: () => void }

/** Printed once is said; printed again needs a reason, for the same numbers then exist twice. */
export function PrintedDialog({ batch, ...about }: PrintedDialogProps) {
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
          It was printed {plural(batch.prints, 'time')}. The same numbers would exist twice on paper: destroy
          what is spoiled. Cards and letters can be fetched again for an hour.
        </p>
      }
      submit="Print again"
      hint="Reason for downloading again. Kept in the audit log."
      maxLength={200}
      decide={print}
      done={`Batch ${batch.number} may be printed again`}
      {...about}
    />
  )
}

type FirstPrintProps = PrintedDialogProps & { print: (idempotencyKey: string) => Promise<unknown> }

function FirstPrint({ batch, print, onClose, onChanged }: FirstPrintProps) {
  const printed = useDecision({
    decide: print,
    done: `Batch ${batch.number} is printed`,
    onClose,
    onChanged,
  })
  return (
    <OfficeDialog
      title={`Is batch ${batch.number} printed?`}
      lead={
        <p>
          {plural(batch.cardCount, 'card')}. Cards and letters stay open for an hour; printing them again
          needs a reason.
        </p>
      }
      submit="Mark printed"
      isPending={printed.isPending}
      problem={printed.error}
      onSubmit={() => printed.mutate()}
      onClose={onClose}
    />
  )
}
