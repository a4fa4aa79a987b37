import { api } from '@laurel/contract/routes'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../app/call.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { missing } from '../../parts/Form.tsx'
import { moment } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Menu } from '../../parts/Menu.tsx'
import { Cell, Table } from '../../parts/Table.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { TextField } from '../../parts/TextField.tsx'
import { Dialog, ShownOnce, useSave } from './PlatformDialog.tsx'
import { PlatformScreen } from './PlatformScreen.tsx'
import { type PlatformOperator, platformQueries } from './platform.queries.ts'

type Asked = { about: 'add' } | { about: 'reset' | 'remove'; operator: PlatformOperator }

/** Who can sign in to the platform area. */
export function OperatorsScreen() {
  const read = useQuery(platformQueries.operators())
  const me = useQuery(platformQueries.me()).data
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <>
      <PlatformScreen
        title="Operators"
        read={read}
        actions={
          <Button size="compact" look="primary" onClick={() => setAsked({ about: 'add' })}>
            Add operator
          </Button>
        }
      >
        {(operators) => (
          <Table
            stacks
            aria-label="Operators"
            className="mt-4"
            columns={['Name', 'Status', 'Last signed in', { title: 'Actions', isUnseen: true }]}
          >
            {operators.map((operator) => (
              <OperatorRow
                key={operator.id}
                operator={operator}
                isMe={operator.id === me?.id}
                isLast={operators.length === 1}
                onAsk={(about) => setAsked({ about, operator })}
              />
            ))}
          </Table>
        )}
      </PlatformScreen>
      {asked?.about === 'add' && <AddDialog onClose={close} />}
      {asked?.about === 'reset' && <ResetDialog operator={asked.operator} onClose={close} />}
      {asked?.about === 'remove' && <RemoveDialog operator={asked.operator} onClose={close} />}
    </>
  )
}

type OperatorRowProps = {
  operator: PlatformOperator
  isMe: boolean
  isLast: boolean
  onAsk: (about: 'reset' | 'remove') => void
}

function OperatorRow({ operator, isMe, isLast, onAsk }: OperatorRowProps) {
  const { name, email, lastSignedInAt } = operator
  return (
    <tr>
      <Cell>
        <span className="block font-semibold">
          {name}
          {isMe && <span className="font-normal text-muted"> (you)</span>}
        </span>
        <span className="block wrap-anywhere text-muted text-small">{email}</span>
      </Cell>
      <Cell className="narrow:order-3">
        <State operator={operator} />
      </Cell>
      <Cell className="narrow:order-4 narrow:text-end">
        {lastSignedInAt ? (
          <time dateTime={lastSignedInAt}>{moment(lastSignedInAt)}</time>
        ) : (
          <span className="text-muted">Never</span>
        )}
      </Cell>
      <Cell className="w-0 narrow:w-auto narrow:justify-self-end">
        {/* Your own reset would end your session before you could note the password. */}
        {!isMe && !isLast && (
          <Menu
            label={`Actions for ${name}`}
            button={<Icon of={Ellipsis} />}
            buttonClassName="grid size-11 place-items-center rounded-control hover:bg-sunken"
            entries={[
              { id: 'reset', label: 'Reset sign-in', onPress: () => onAsk('reset') },
              { id: 'remove', label: 'Remove operator', isBad: true, onPress: () => onAsk('remove') },
            ]}
          />
        )}
      </Cell>
    </tr>
  )
}

function State({ operator: { passwordExpiresAt, sessionCount } }: { operator: PlatformOperator }) {
  if (passwordExpiresAt !== null) {
    const isOver = Date.parse(passwordExpiresAt) < Date.now()
    return isOver ? <Tag tone="warn">Password expired</Tag> : <Tag tone="wait">Invited</Tag>
  }
  return sessionCount > 0 ? <Tag tone="good">Signed in</Tag> : <Tag>Signed out</Tag>
}

const OPERATORS = ['platform', 'operators']

function AddDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const save = useSave(() => call(api.addOperator, { body: { name, email } }), undefined, OPERATORS)
  if (save.data) {
    return (
      <PasswordOnce title={`${name} added`} name={name} password={save.data.password} onClose={onClose} />
    )
  }
  return (
    <Dialog
      title="Add operator"
      lead="Operators can do everything here, on all sites. They can’t sign in to an office with this account."
      submit="Add operator"
      save={save}
      check={() => missing({ name, email })}
      onClose={onClose}
    >
      <TextField label="Name" name="name" autoComplete="off" value={name} onChange={setName} isRequired />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
        isRequired
      />
    </Dialog>
  )
}

type OfOperator = { operator: PlatformOperator; onClose: () => void }

function ResetDialog({ operator: { id, name }, onClose }: OfOperator) {
  const save = useSave(() => call(api.resetOperator, { params: { id } }), undefined, OPERATORS)
  if (save.data) {
    return (
      <PasswordOnce
        title={`${name}’s sign-in was reset`}
        name={name}
        password={save.data.password}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog
      title={`Reset ${name}’s sign-in?`}
      lead="They get a new password, which you give them, and set up a new authenticator app. All their sessions end."
      submit="Reset sign-in"
      save={save}
      onClose={onClose}
    />
  )
}

function RemoveDialog({ operator: { id, name }, onClose }: OfOperator) {
  const save = useSave(
    () => call(api.removeOperator, { params: { id } }),
    () => {
      showToast({ title: `${name} removed` })
      onClose()
    },
    OPERATORS,
  )
  return (
    <Dialog
      title={`Remove ${name}?`}
      lead="Their account is deleted, and their sessions end immediately. The audit log keeps a record of what they did."
      submit="Remove operator"
      isDanger
      save={save}
      onClose={onClose}
    />
  )
}

type PasswordOnceProps = { title: string; name: string; password: string; onClose: () => void }

function PasswordOnce({ title, name, password, onClose }: PasswordOnceProps) {
  return (
    <ShownOnce title={title} password={password} onClose={onClose}>
      {name} signs in here with this password, then sets a new one. It works for seven days, and we can’t show
      it again.
    </ShownOnce>
  )
}
