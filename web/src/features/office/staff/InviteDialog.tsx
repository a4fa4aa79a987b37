import { api } from '@laurel/contract/routes'
import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import type { StaffRole } from '@laurel/domain/staff-roles'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Select } from '../../../parts/Select.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { useSave } from '../admin/use-save.ts'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { type Delivery, DeliveryChoice } from './DeliveryChoice.tsx'
import { OneTimePassword } from './OneTimePassword.tsx'
import { ROLES } from './staff-words.ts'

type Draft = { name: string; email: string; role: StaffRole | null; delivery: Delivery }

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>({ name: '', email: '', role: null, delivery: 'mail' })
  const [errors, setErrors] = useState<Record<string, string>>()
  const [password, setPassword] = useState<string>()
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))
  const invite = useSave({
    save: (idempotencyKey) =>
      call(api.inviteStaff, { body: { ...draft, role: draft.role ?? 'viewer' }, idempotencyKey }),
    onDone: (answer) => {
      if (answer.password !== null) return setPassword(answer.password)
      showToast({ title: `An invitation is on its way to ${answer.member.email}` })
      onClose()
    },
  })

  function submit() {
    invite.reset()
    const found = draftErrors(draft)
    setErrors(found)
    if (Object.keys(found).length === 0) invite.mutate()
  }

  if (password !== undefined) {
    return <OneTimePassword name={draft.name} email={draft.email} password={password} onClose={onClose} />
  }
  return (
    <OfficeDialog
      title="Invite somebody"
      lead={<p>They sign in with a one-time password and set up an authenticator app.</p>}
      submit="Invite"
      isPending={invite.isPending}
      problem={invite.error}
      errors={errors}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        value={draft.name}
        onChange={(name) => change({ name })}
        maxLength={80}
        autoComplete="off"
        isRequired
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        value={draft.email}
        onChange={(email) => change({ email })}
        maxLength={320}
        autoComplete="off"
        isRequired
      />
      <Select
        label="Role"
        name="role"
        options={ROLES}
        value={draft.role}
        onChange={(role) => change({ role })}
        isRequired
      />
      <DeliveryChoice value={draft.delivery} onChange={(delivery) => change({ delivery })} />
    </OfficeDialog>
  )
}

function draftErrors({ name, email, role }: Draft): Record<string, string> {
  return {
    ...(name.trim() === '' && { name: FIELD_REQUIRED }),
    ...(!isEmail(email.trim()) && { email: email.trim() === '' ? FIELD_REQUIRED : EMAIL_INVALID }),
    ...(role === null && { role: 'Choose a role.' }),
  }
}
