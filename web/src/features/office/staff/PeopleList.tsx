import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MenuEntry } from '../../../parts/Menu.tsx'
import { Cell, HeadCell, Table } from '../../../parts/Table.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { RowMenu } from '../admin/RowMenu.tsx'
import { ReadProblem, RowsLoading } from '../ListParts.tsx'
import { useMe } from '../office.queries.ts'
import { moment } from '../times.ts'
import { type PersonAction, PersonDialog } from './PersonDialog.tsx'
import { type StaffMember, staffQueries } from './staff.queries.ts'
import { roleWord } from './staff-words.ts'

export function PeopleList() {
  const { data, error, isFetching, refetch } = useQuery(staffQueries.people())
  const [asked, setAsked] = useState<{ member: StaffMember; action: PersonAction }>()
  if (!data) {
    return error ? (
      <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />
    ) : (
      <RowsLoading label="People" />
    )
  }
  return (
    <>
      <Table stacks aria-label="People">
        <thead>
          <tr>
            <HeadCell>Name</HeadCell>
            <HeadCell>Role</HeadCell>
            <HeadCell>State</HeadCell>
            <HeadCell>Last signed in</HeadCell>
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {data.map((member) => (
            <PersonRow key={member.id} member={member} onAsk={(action) => setAsked({ member, action })} />
          ))}
        </tbody>
      </Table>
      {asked && <PersonDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
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
          <time dateTime={member.lastSignedInAt}>{moment(member.lastSignedInAt)}</time>
        ) : (
          <span className="text-muted">Never yet</span>
        )}
      </Cell>
      <Cell className="w-0 narrow:w-auto narrow:justify-self-end">
        <RowMenu label={`Actions for ${member.name}`} entries={actions(member, onAsk)} />
      </Cell>
    </tr>
  )
}

function State({ member }: { member: StaffMember }) {
  if (!member.active) return <Tag>Works here no more</Tag>
  if (member.mustChangePassword) {
    const isOver = member.passwordExpiresAt !== null && Date.parse(member.passwordExpiresAt) < Date.now()
    return isOver ? <Tag tone="warn">Invitation ran out</Tag> : <Tag tone="wait">Invited</Tag>
  }
  return member.sessionCount > 0 ? <Tag tone="good">Signed in</Tag> : <Tag>Works here</Tag>
}

function actions(member: StaffMember, onAsk: (action: PersonAction) => void): MenuEntry[] {
  const entry = (id: PersonAction, label: string, isBad = false) => ({
    id,
    label,
    isBad,
    onPress: () => onAsk(id),
  })
  if (!member.active) return [entry('welcome', 'Works here again')]
  return [
    entry('change', 'Change name or role'),
    ...(member.sessionCount > 0 ? [entry('sign-out', 'Sign out everywhere')] : []),
    ...(member.hasAuthenticator ? [entry('authenticator', 'Reset authenticator')] : []),
    entry('password', 'New one-time password'),
    entry('dismiss', 'Works here no more', true),
  ]
}
