import { api } from '@laurel/contract/routes'
import { call } from '../../../app/call.ts'
import { useSave } from '../admin/use-save.ts'
import { OfficeDialog } from '../OfficeDialog.tsx'
import { ChangePersonDialog } from './ChangePersonDialog.tsx'
import { NewPasswordDialog } from './NewPasswordDialog.tsx'
import type { StaffMember } from './staff.queries.ts'

export type PersonAction = 'change' | 'sign-out' | 'authenticator' | 'password' | 'dismiss' | 'welcome'

type PersonDialogProps = { member: StaffMember; action: PersonAction; onClose: () => void }

/** One decision about one person. */
export function PersonDialog({ action, ...rest }: PersonDialogProps) {
  if (action === 'change') return <ChangePersonDialog {...rest} />
  if (action === 'password') return <NewPasswordDialog {...rest} />
  return <Question {...rest} action={action} />
}

type Asked = Exclude<PersonAction, 'change' | 'password'>

function Question({ member, action, onClose }: { member: StaffMember; action: Asked; onClose: () => void }) {
  const { name, id } = member
  const { title, lead, submit, isDanger, done } = WORDS[action](name)
  const save = useSave({
    save: (idempotencyKey) => carryOut(action, id, member.version, idempotencyKey),
    done,
    onDone: onClose,
  })
  return (
    <OfficeDialog
      title={title}
      lead={<p>{lead}</p>}
      submit={submit}
      isDanger={isDanger ?? false}
      isPending={save.isPending}
      problem={save.error}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    />
  )
}

type Words = { title: string; lead: string; submit: string; isDanger?: boolean; done: string }

const WORDS: Readonly<Record<Asked, (name: string) => Words>> = {
  'sign-out': (name) => ({
    title: `Sign ${name} out everywhere?`,
    lead: 'Every browser asks for password and code again. Nothing else changes.',
    submit: 'Sign out everywhere',
    done: `${name} is signed out`,
  }),
  authenticator: (name) => ({
    title: `Reset ${name}’s authenticator?`,
    lead: 'For a lost or new phone: the codes of the old app are good no more, and the next sign-in sets up a new one. Be sure it is really them who ask.',
    submit: 'Reset authenticator',
    isDanger: true,
    done: `${name} sets up a new authenticator at the next sign-in`,
  }),
  dismiss: (name) => ({
    title: `${name} works here no more?`,
    lead: 'They are signed out at once and cannot sign in. What they did stays under their name.',
    submit: 'Works here no more',
    isDanger: true,
    done: `${name} can no longer sign in`,
  }),
  welcome: (name) => ({
    title: `${name} works here again?`,
    lead: 'They sign in as before, with their password and authenticator.',
    submit: 'Works here again',
    done: `${name} can sign in again`,
  }),
}

function carryOut(action: Asked, id: number, seenVersion: number, idempotencyKey: string): Promise<unknown> {
  const target = { params: { id }, idempotencyKey }
  if (action === 'sign-out') return call(api.endStaffSessions, target)
  if (action === 'authenticator') return call(api.resetStaffAuthenticator, target)
  return call(api.patchStaff, { params: { id }, body: { seenVersion, active: action === 'welcome' } })
}
