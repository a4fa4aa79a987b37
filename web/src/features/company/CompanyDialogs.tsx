import { api } from '@laurel/contract/routes'
import { COMPANY_ROLE_WORDS, COMPANY_ROLES, type CompanyRole } from '@laurel/domain/company-roles'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fieldErrors } from '../../app/api-problem.ts'
import { call, freshKey } from '../../app/call.ts'
import { type Company, companyQueries } from '../../app/company.queries.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { Form, missing } from '../../parts/Form.tsx'
import { plural } from '../../parts/format.ts'
import { Modal } from '../../parts/Modal.tsx'
import { RadioChoice } from '../../parts/RadioChoice.tsx'
import { TextArea, TextField } from '../../parts/TextField.tsx'
import { addressesError, parseAddresses } from './addresses.ts'

type DialogProps = { company: Company; onClose: () => void }

const ROLE_CHOICES = COMPANY_ROLES.map((value) => {
  const { label, says } = COMPANY_ROLE_WORDS[value]
  return { value, title: label, detail: says }
})

export function InviteDialog({ company, onClose }: DialogProps) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const [role, setRole] = useState<CompanyRole>('buyer')
  const key = useRef(freshKey())
  const invite = useMutation({
    mutationFn: (emails: string[]) =>
      call(api.inviteToCompany, { body: { emails, role }, idempotencyKey: key.current }),
    onSuccess: async (sent) => {
      await queryClient.invalidateQueries(companyQueries.people())
      const [only] = sent
      showToast({
        title:
          sent.length === 1 && only
            ? `An invitation is on its way to ${only.email}`
            : `${plural(sent.length, 'invitation is', 'invitations are')} on the way`,
      })
      onClose()
    },
    onError: () => {
      key.current = freshKey()
    },
  })

  return (
    <Modal isOpen onClose={onClose} title={`Invite people to ${company.name}`} isDismissable={false}>
      <Form
        onSubmit={() => invite.mutate(parseAddresses(typed))}
        check={() => ({ emails: addressesError(parseAddresses(typed)) })}
        problem={invite.error}
        errorsOf={invitationErrors}
        className="mt-4 grid gap-5"
      >
        <TextArea
          label="Email addresses"
          name="emails"
          hint="Separate them with commas, spaces, or lines."
          value={typed}
          onChange={setTyped}
          rows={3}
          autoComplete="off"
          autoFocus
        />
        <div className="grid gap-1.5">
          <span aria-hidden="true" className="text-label">
            Role
          </span>
          <RadioChoice label="Role" options={ROLE_CHOICES} value={role} onChange={setRole} />
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" isPending={invite.isPending}>
            Send invitations
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

/** The server names the address in the list (`emails.2`); all of them are in one field here. */
function invitationErrors(problem: unknown): Record<string, string> {
  const { role, ...others } = fieldErrors(problem)
  const sentences = [...new Set(Object.values(others))]
  return {
    ...(sentences.length > 0 && { emails: sentences.join(' ') }),
    ...(role !== undefined && { role }),
  }
}

export function RenameDialog({ company, onClose }: DialogProps) {
  const queryClient = useQueryClient()
  const [name, setName] = useState(company.name)
  const rename = useMutation({
    mutationFn: () => call(api.patchCompany, { body: { name: name.trim() } }),
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries(companyQueries.people()),
        queryClient.invalidateQueries(companyQueries.mine()),
      ])
      onClose()
    },
  })
  return (
    <Modal isOpen onClose={onClose} title="Rename company">
      <Form
        onSubmit={() => rename.mutate()}
        check={() => missing({ name })}
        problem={rename.error}
        className="mt-4 grid gap-5"
      >
        <TextField label="Name" name="name" value={name} onChange={setName} maxLength={100} autoFocus />
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" isPending={rename.isPending}>
            Rename company
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
