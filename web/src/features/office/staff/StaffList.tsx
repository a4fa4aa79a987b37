import { api } from '@laurel/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { CopyField } from '../../../parts/CopyField.tsx'
import { missing } from '../../../parts/Form.tsx'
import type { MenuEntry } from '../../../parts/Menu.tsx'
import { RadioChoice } from '../../../parts/RadioChoice.tsx'
import { Select } from '../../../parts/Select.tsx'
import { Cell, Table } from '../../../parts/Table.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import type { Column } from '../../../parts/table-columns.ts'
import { useSorted } from '../../../parts/use-sorted.ts'
import { Loaded, RowMenu } from '../ListParts.tsx'
import { OfficeDialog, ShownOnce } from '../OfficeDialog.tsx'
import { useMe } from '../office.queries.ts'
import { useSave } from '../office-mutations.ts'
import { officeMoment } from '../times.ts'
import { type StaffMember, staffQueries } from './staff.queries.ts'
import { ROLES, roleWord } from './staff-words.ts'

export function StaffList() {
  const read = useQuery(staffQueries.people())
  const [asked, setAsked] = useState<{ member: StaffMember; action: PersonAction }>()
  const { rows, ...sorting } = useSorted(read.data ?? [], SORTED_BY)
  return (
    <>
      <Loaded label="People" read={read}>
        {() => (
          <Table stacks aria-label="People" columns={COLUMNS} {...sorting}>
            {rows.map((member) => (
              <PersonRow key={member.id} member={member} onAsk={(action) => setAsked({ member, action })} />
            ))}
          </Table>
        )}
      </Loaded>
      {asked && <PersonDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

const COLUMNS: readonly (string | Column)[] = [
  { title: 'Name', sort: 'name' },
  { title: 'Role', sort: 'role' },
  'Status',
  { title: 'Last signed in', sort: '-seen' },
  { title: 'Actions', isUnseen: true },
]

const SORTED_BY = {
  name: ({ name }: StaffMember) => name,
  role: ({ role }: StaffMember) => roleWord(role),
  seen: ({ lastSignedInAt }: StaffMember) => lastSignedInAt,
}

function PersonRow({ member, onAsk }: { member: StaffMember; onAsk: (action: PersonAction) => void }) {
  const isMe = useMe().id === member.id
  return (
    <tr className={member.active ? '' : 'text-muted'}>
      <Cell className="narrow:min-w-0">
        <span className="block font-semibold">
          {member.name}
          {isMe && <span className="font-normal text-muted"> (you)</span>}
        </span>
        <span className="block wrap-anywhere text-muted text-small">{member.email}</span>
      </Cell>
      <Cell className="narrow:order-3">{roleWord(member.role)}</Cell>
      <Cell className="narrow:order-4 narrow:justify-self-end">
        <State member={member} />
      </Cell>
      <Cell className="narrow:hidden">
        {member.lastSignedInAt ? (
          <time dateTime={member.lastSignedInAt}>{officeMoment(member.lastSignedInAt)}</time>
        ) : (
          <span className="text-muted">Never</span>
        )}
      </Cell>
      <Cell className="w-0 narrow:w-auto narrow:justify-self-end">
        <RowMenu label={`Actions for ${member.name}`} entries={actions(member, onAsk)} />
      </Cell>
    </tr>
  )
}

function State({ member }: { member: StaffMember }) {
  if (!member.active) return <Tag>No access</Tag>
  if (member.mustChangePassword) {
    const isOver = member.passwordExpiresAt !== null && Date.parse(member.passwordExpiresAt) < Date.now()
    return isOver ? <Tag tone="warn">Invitation expired</Tag> : <Tag tone="wait">Invited</Tag>
  }
  return member.sessionCount > 0 ? <Tag tone="good">Signed in</Tag> : <Tag>Active</Tag>
}

function actions(member: StaffMember, onAsk: (action: PersonAction) => void): MenuEntry[] {
  const entry = (id: PersonAction, label: string, isBad = false) => ({
    id,
    label,
    isBad,
    onPress: () => onAsk(id),
  })
  if (!member.active) return [entry('welcome', 'Restore access')]
  return [
    entry('change', 'Change name or role'),
    ...(member.sessionCount > 0 ? [entry('sign-out', 'Sign out everywhere')] : []),
    ...(member.hasAuthenticator ? [entry('authenticator', 'Reset authenticator')] : []),
    entry('password', 'New one-time password'),
    entry('dismiss', 'Remove access', true),
  ]
}

type PersonAction = 'change' | 'sign-out' | 'authenticator' | 'password' | 'dismiss' | 'welcome'

type PersonDialogProps = { member: StaffMember; action: PersonAction; onClose: () => void }

function PersonDialog({ action, ...rest }: PersonDialogProps) {
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
      request={save}
      onClose={onClose}
    />
  )
}

type Words = { title: string; lead: string; submit: string; isDanger?: boolean; done: string }

const WORDS: Readonly<Record<Asked, (name: string) => Words>> = {
  'sign-out': (name) => ({
    title: `Sign ${name} out everywhere?`,
    lead: 'They’ll need their password and a code to sign in again.',
    submit: 'Sign out everywhere',
    done: `${name} is signed out`,
  }),
  authenticator: (name) => ({
    title: `Reset ${name}’s authenticator?`,
    lead: 'For a lost or new phone. Codes from the old app stop working, and they’ll set up a new one at their next sign-in. Make sure the request really came from them.',
    submit: 'Reset authenticator',
    isDanger: true,
    done: `${name} will set up a new authenticator at their next sign-in`,
  }),
  dismiss: (name) => ({
    title: `Remove ${name}’s access?`,
    lead: 'They’re signed out immediately and can’t sign in. Their past actions stay under their name.',
    submit: 'Remove access',
    isDanger: true,
    done: `${name} can no longer sign in`,
  }),
  welcome: (name) => ({
    title: `Restore ${name}’s access?`,
    lead: 'They can sign in again with their password and authenticator.',
    submit: 'Restore access',
    done: `${name} can sign in again`,
  }),
}

function carryOut(action: Asked, id: number, seenVersion: number, idempotencyKey: string): Promise<unknown> {
  const target = { params: { id }, idempotencyKey }
  if (action === 'sign-out') return call(api.endStaffSessions, target)
  if (action === 'authenticator') return call(api.resetStaffAuthenticator, target)
  return call(api.patchStaff, { params: { id }, body: { seenVersion, active: action === 'welcome' } })
}

function NewPasswordDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const [delivery, setDelivery] = useState<PasswordDelivery>('mail')
  const [password, setPassword] = useState<string>()
  const renew = useSave({
    save: (idempotencyKey) =>
      call(api.renewStaffPassword, { params: { id: member.id }, body: { delivery }, idempotencyKey }),
    onDone: (answer) => {
      if (answer.password !== null) return setPassword(answer.password)
      showToast({ title: `One-time password sent to ${member.email}` })
      onClose()
    },
  })
  if (password !== undefined) {
    return <OneTimePassword name={member.name} email={member.email} password={password} onClose={onClose} />
  }
  return (
    <OfficeDialog
      title={`Reset ${member.name}’s password?`}
      lead={
        <p>
          Their current password stops working, and they’re signed out everywhere. Their authenticator app
          stays.
        </p>
      }
      submit={delivery === 'mail' ? 'Email new password' : 'Show new password'}
      request={renew}
      onClose={onClose}
    >
      <PasswordDeliveryChoice value={delivery} onChange={setDelivery} />
    </OfficeDialog>
  )
}

function ChangePersonDialog({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const [name, setName] = useState(member.name)
  const [role, setRole] = useState(member.role)
  const save = useSave({
    save: () =>
      call(api.patchStaff, {
        params: { id: member.id },
        body: { seenVersion: member.version, name: name.trim(), role },
      }),
    done: 'Saved',
    onDone: onClose,
  })

  return (
    <OfficeDialog
      title={`Change ${member.name}`}
      lead={<p>A new role takes effect immediately.</p>}
      submit="Save"
      request={save}
      check={() => missing({ name })}
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

type OneTimePasswordProps = { name: string; email: string; password: string; onClose: () => void }

/** Shows a one-time password, which isn't stored anywhere. */
export function OneTimePassword({ name, email, password, onClose }: OneTimePasswordProps) {
  return (
    <ShownOnce
      title={`Share this with ${name}`}
      text="Copy it now: we won’t show it again. It expires in seven days, and they’ll choose their own password when they first sign in."
      onClose={onClose}
    >
      <CopyField label="Email" value={email} />
      <CopyField label="One-time password" value={password} />
    </ShownOnce>
  )
}

export type PasswordDelivery = 'mail' | 'shown'

const WAYS = [
  { value: 'mail', title: 'Email it to them', detail: 'You won’t see it' },
  { value: 'shown', title: 'Show it to me once', detail: 'You share it yourself' },
] as const

/** How to deliver a one-time password. */
export function PasswordDeliveryChoice({
  value,
  onChange,
}: {
  value: PasswordDelivery
  onChange: (value: PasswordDelivery) => void
}) {
  return (
    <div className="grid gap-2">
      <span className="font-medium text-label">One-time password</span>
      <RadioChoice label="One-time password" options={WAYS} value={value} onChange={onChange} />
    </div>
  )
}
