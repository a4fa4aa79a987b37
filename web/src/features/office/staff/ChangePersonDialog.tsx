import { api } from '@laurel/contract/routes'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Select } from '../../../parts/Select.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { useSave } from '../admin/use-save.ts'
import { OfficeDialog } from '../OfficeDialog.tsx'
import type { StaffMember } from './staff.queries.ts'
import { ROLES } from './staff-words.ts'

export function ChangePersonDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const [name, setName] = useState(member.name)
  const [role, setRole] = useState(member.role)
  const [errors, setErrors] = useState<Record<string, string>>()
  const save = useSave({
    save: () =>
      call(api.patchStaff, {
        params: { id: member.id },
        body: { seenVersion: member.version, name: name.trim(), role },
      }),
    done: 'Saved',
    onDone: onClose,
  })

  function submit() {
    save.reset()
    const isEmpty = name.trim() === ''
    setErrors(isEmpty ? { name: FIELD_REQUIRED } : {})
    if (!isEmpty) save.mutate()
  }

  return (
    <OfficeDialog
      title={`Change ${member.name}`}
      lead={<p>A new role counts with the next thing they do.</p>}
      submit="Save"
      isPending={save.isPending}
      problem={save.error}
      errors={errors}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Name" name="name" value={name} onChange={setName} maxLength={80} isRequired />
      <Select
        label="Role"
        name="role"
        options={ROLES}
        value={role}
        onChange={(next) => setRole(next ?? role)}
      />
    </OfficeDialog>
  )
}
