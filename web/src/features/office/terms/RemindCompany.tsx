import { api } from '@laurel/contract/routes'
import { call } from '../../../app/call.ts'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useDecision } from '../office-mutations.ts'
import { dayOf } from './invoice-words.ts'

type RemindCompanyProps = {
  company: { id: number; name: string; remindedOn: string | null }
  onClose: () => void
}

/** Reminds a company of all its open invoices now. */
export function RemindCompany({ company: { id, name, remindedOn }, onClose }: RemindCompanyProps) {
  const remind = useDecision({
    decide: (idempotencyKey) =>
      call(api.remindCompany, { params: { id }, body: { seenRemindedOn: remindedOn }, idempotencyKey }),
    done: `Reminder to ${name} sent`,
    onClose,
  })
  return (
    <OfficeDialog
      title={`Remind ${name}?`}
      lead={
        <p>
          We’ll email all open invoices to the company’s finance team and admins.
          {remindedOn && ` They were last reminded on ${dayOf(remindedOn)}.`}
        </p>
      }
      submit="Send reminder"
      request={remind}
      onClose={onClose}
    />
  )
}
