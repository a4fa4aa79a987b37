import { api } from '@laurel/contract/routes'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { useSave } from '../admin/use-save.ts'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { type Delivery, DeliveryChoice } from './DeliveryChoice.tsx'
import { OneTimePassword } from './OneTimePassword.tsx'
import type { StaffMember } from './staff.queries.ts'

export function NewPasswordDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const [delivery, setDelivery] = useState<Delivery>('mail')
  const [password, setPassword] = useState<string>()
  const renew = useSave({
    save: (idempotencyKey) =>
      call(api.renewStaffPassword, { params: { id: member.id }, body: { delivery }, idempotencyKey }),
    onDone: (answer) => {
      if (answer.password !== null) return setPassword(answer.password)
      showToast({ title: `A one-time password is on its way to ${member.email}` })
      onClose()
    },
  })
  if (password !== undefined) {
    return <OneTimePassword name={member.name} email={member.email} password={password} onClose={onClose} />
  }
  return (
    <OfficeDialog
      title={`A new password for ${member.name}?`}
      lead={<p>Their own is good no more, and they are signed out everywhere. Their authenticator stays.</p>}
      submit={delivery === 'mail' ? 'Mail a new password' : 'Show a new password'}
      isPending={renew.isPending}
      problem={renew.error}
      onSubmit={() => renew.mutate()}
      onClose={onClose}
    >
      <DeliveryChoice value={delivery} onChange={setDelivery} />
    </OfficeDialog>
  )
}
