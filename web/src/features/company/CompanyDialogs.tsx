import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fieldErrors } from '../../app/api-problem.ts'
import { call, freshKey } from '../../app/call.ts'
import { type Company, companyQueries, refreshBudgets } from '../../app/company.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { DialogFoot } from '../../parts/DialogFoot.tsx'
import { Form, missing } from '../../parts/Form.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { RadioChoice } from '../../parts/RadioChoice.tsx'
import { ComboBox } from '../../parts/Select.tsx'
import { TextArea, TextField } from '../../parts/TextField.tsx'
import { zoneOptions } from '../../parts/time-zones.ts'
import { addressesError, parseAddresses } from './addresses.ts'
import { type CompanyRole, rolesToGive } from './company-words.ts'

type DialogProps = { company: Company; onClose: () => void }

type InviteProps = DialogProps & { roles: readonly CompanyRole[] }

export function InviteDialog({ company, roles, onClose }: InviteProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const choices = rolesToGive(company, roles).map(({ label, ...choice }) => ({ ...choice, title: label }))
  const [role, setRole] = useState(choices.some(({ value }) => value === 'buyer') ? 'buyer' : 'viewer')
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
            ? i18n.t('Invitation sent to {email}', { email: only.email })
            : i18n.t('{invitations, plural, one {# invitation} other {# invitations}} sent', {
                invitations: sent.length,
              }),
      })
      onClose()
    },
    onError: () => {
      key.current = freshKey()
    },
  })

  return (
    <Modal
      isOpen
      onClose={onClose}
      title={i18n.t('Invite people to {name}', { name: company.name })}
      isDismissable={false}
    >
      <Form
        onSubmit={() => invite.mutate(parseAddresses(typed))}
        check={() => ({ emails: addressesError(parseAddresses(typed)) })}
        problem={invite.error}
        errorsOf={invitationErrors}
        className="mt-4 grid gap-5"
      >
        <TextArea
          label={i18n.t('Email addresses')}
          name="emails"
          hint={i18n.t('Separate addresses with commas, spaces, or new lines.')}
          value={typed}
          onChange={setTyped}
          rows={3}
          autoComplete="off"
          autoFocus
        />
        <div className="grid gap-1.5">
          <span aria-hidden="true" className="text-label">
            {i18n.t('Role')}
          </span>
          <RadioChoice label={i18n.t('Role')} options={choices} value={role} onChange={setRole} />
        </div>
        <DialogFoot onClose={onClose} isPending={invite.isPending}>
          {i18n.t('Send invitations')}
        </DialogFoot>
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

export function EditCompanyDialog({ company, onClose }: DialogProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [name, setName] = useState(company.name)
  const [timeZone, setTimeZone] = useState<string | null>(company.timeZone)
  const saving = useMutation({
    mutationFn: () => {
      // Unless it's changed, the company stays in the site's.
      const zone = timeZone === null || timeZone === company.timeZone ? {} : { timeZone }
      return call(api.patchCompany, { body: { name: name.trim(), ...zone } })
    },
    onSuccess: async () => {
      await refreshBudgets(queryClient)
      onClose()
    },
  })
  return (
    <Modal isOpen onClose={onClose} title={i18n.t('Edit company')}>
      <Form
        onSubmit={() => saving.mutate()}
        check={() => missing({ name })}
        problem={saving.error}
        className="mt-4 grid gap-5"
      >
        <TextField
          label={i18n.t('Name')}
          name="name"
          value={name}
          onChange={setName}
          maxLength={100}
          autoFocus
        />
        <ComboBox
          label={i18n.t('Time zone')}
          name="timeZone"
          options={zoneOptions()}
          value={timeZone}
          onChange={setTimeZone}
          hint={i18n.t('Budget periods start and end in this time zone.')}
        />
        <DialogFoot onClose={onClose} isPending={saving.isPending}>
          {i18n.t('Save company')}
        </DialogFoot>
      </Form>
    </Modal>
  )
}
