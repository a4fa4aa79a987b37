import { api } from '@laurel/contract/routes'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { missing } from '../../../parts/Form.tsx'
import { TextArea, TextField } from '../../../parts/TextField.tsx'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { useSave } from '../office-mutations.ts'
import type { OfficeCustomer } from './customers.queries.ts'

export type AccountAction = 'disable' | 'enable' | 'reset-second-step' | 'close'
type AccountDialogProps = { customer: OfficeCustomer; action: AccountAction; onClose: () => void }

const WORDS = {
  disable: {
    title: 'Block this account?',
    lead: 'They’re signed out everywhere and can’t sign in. Their orders continue.',
    submit: 'Block',
    done: 'The account is blocked',
    hint: 'Only your team can see it.',
  },
  enable: {
    title: 'Unblock this account?',
    lead: 'They’ll be able to sign in again.',
    submit: 'Unblock',
    done: 'Account unblocked',
    hint: '',
  },
  'reset-second-step': {
    title: 'Reset the second step?',
    lead: 'Make sure you’re talking to the account’s owner first. Their authenticator app, recovery codes, and codes by email or text stop working, and they’re signed out everywhere. We’ll email them.',
    submit: 'Reset second step',
    done: 'Second step reset',
    hint: 'How did you verify their identity? Only your team can see this.',
  },
  close: {
    title: 'Close this account?',
    lead: 'Only close an account when its owner asks. We’ll delete the sign-in, carts, addresses, lists, and pictures. We keep orders for accounting. You can’t undo this.',
    submit: 'Close account',
    done: 'The account is being closed',
    hint: 'How they asked, for example “Letter dated May 3”.',
  },
} as const

/** Confirms an action on a customer's account. */
export function AccountDialog({ customer, action, onClose }: AccountDialogProps) {
  const [reason, setReason] = useState('')
  const [email, setEmail] = useState('')
  const { title, lead, submit, done, hint } = WORDS[action]
  const save = useSave({
    save: () => carryOut(action, customer.id, { reason: reason.trim(), email: email.trim() }),
    done,
    onDone: onClose,
  })

  return (
    <OfficeDialog
      title={title}
      lead={<p>{lead}</p>}
      submit={submit}
      isDanger={action !== 'enable'}
      request={save}
      check={() => missing({ ...(action !== 'enable' && { reason }), ...(action === 'close' && { email }) })}
      onClose={onClose}
    >
      {action !== 'enable' && (
        <TextArea
          label="Reason"
          name="reason"
          hint={hint}
          value={reason}
          onChange={setReason}
          rows={3}
          maxLength={500}
          isRequired
        />
      )}
      {action === 'close' && (
        <TextField
          label="Type their email to confirm"
          name="email"
          value={email}
          onChange={setEmail}
          maxLength={320}
          autoComplete="off"
          isRequired
        />
      )}
    </OfficeDialog>
  )
}

function carryOut(
  action: AccountAction,
  id: number,
  body: { reason: string; email: string },
): Promise<unknown> {
  const params = { id }
  if (action === 'enable') return call(api.enableCustomer, { params })
  if (action === 'reset-second-step') {
    return call(api.resetSecondStep, { params, body: { reason: body.reason } })
  }
  if (action === 'close') return call(api.closeCustomerAccount, { params, body })
  return call(api.disableCustomer, { params, body: { reason: body.reason } })
}
