import { api } from '@laurel/contract/routes'
import { API_SCOPES, type ApiScope } from '@laurel/domain/api-scopes'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { Checkbox } from '../../../parts/Checkbox.tsx'
import { CopyField } from '../../../parts/CopyField.tsx'
import { ErrorText } from '../../../parts/FieldText.tsx'
import { Modal } from '../../../parts/Modal.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { useSave } from '../admin/use-save.ts'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { SCOPE_WORDS } from './staff-words.ts'

export function ProgramDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly ApiScope[]>([])
  const [errors, setErrors] = useState<Record<string, string>>()
  const [made, setMade] = useState<{ username: string; secret: string }>()
  const create = useSave({
    save: (idempotencyKey) =>
      call(api.createApiCredential, { body: { name: name.trim(), scopes: [...scopes] }, idempotencyKey }),
    onDone: ({ credential, secret }) => setMade({ username: credential.username, secret }),
  })

  function submit() {
    create.reset()
    const found = {
      ...(name.trim() === '' && { name: FIELD_REQUIRED }),
      ...(scopes.length === 0 && { scopes: 'Choose at least one thing it may do.' }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0) create.mutate()
  }

  if (made) return <Secret {...made} name={name} onClose={onClose} />
  return (
    <OfficeDialog
      title="Let a program in"
      lead={<p>It calls the API by HTTP basic and does only what is ticked here.</p>}
      submit="Make a secret"
      isPending={create.isPending}
      problem={create.error}
      errors={errors}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        hint="What it is, so that it is known later: “ERP export”."
        value={name}
        onChange={setName}
        maxLength={80}
        autoComplete="off"
        isRequired
      />
      <fieldset aria-describedby={errors?.scopes && 'scopes-error'}>
        <legend className="font-medium text-label">It may</legend>
        {errors?.scopes && <ErrorText id="scopes-error">{errors.scopes}</ErrorText>}
        <div className="mt-1 max-h-[260px] overflow-y-auto rounded-control border border-line-strong px-4 py-1">
          {API_SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              isSelected={scopes.includes(scope)}
              onChange={(isOn) =>
                setScopes((before) => (isOn ? [...before, scope] : before.filter((one) => one !== scope)))
              }
            >
              {SCOPE_WORDS[scope]}
            </Checkbox>
          ))}
        </div>
      </fieldset>
    </OfficeDialog>
  )
}

type SecretProps = { name: string; username: string; secret: string; onClose: () => void }

function Secret({ name, username, secret, onClose }: SecretProps) {
  return (
    <Modal isOpen onClose={onClose} title={`The secret of ${name}`} isDismissable={false}>
      <p className="mt-2 mb-5 text-muted">
        It is shown this once and kept nowhere. Put it where the program keeps its secrets.
      </p>
      <div className="grid gap-4">
        <CopyField label="User name" value={username} />
        <CopyField label="Secret" value={secret} />
      </div>
      <div className="mt-6 flex justify-end">
        <Button look="primary" onClick={onClose}>
          I have it
        </Button>
      </div>
    </Modal>
  )
}
