import { api } from '@laurel/contract/routes'
import { API_SCOPES, type ApiScope } from '@laurel/domain/api-scopes'
import { EMAIL_INVALID, isEmail } from '@laurel/domain/email'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import type { StaffRole } from '@laurel/domain/staff-roles'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Checkbox } from '../../../parts/Checkbox.tsx'
import { CopyField } from '../../../parts/CopyField.tsx'
import { ErrorText } from '../../../parts/FieldText.tsx'
import { missing } from '../../../parts/Form.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { EmptyState } from '../../../parts/Note.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { Select } from '../../../parts/Select.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { Loaded, ScreenHead } from '../ListParts.tsx'
import { OfficeDialog, ShownOnce } from '../OfficeDialog.tsx'
import { useSave } from '../office-mutations.ts'
import type { StaffSearch } from '../screen-searches.ts'
import { officeDay, officeMoment } from '../times.ts'
import { OneTimePassword, type PasswordDelivery, PasswordDeliveryChoice, StaffList } from './StaffList.tsx'
import { type ApiCredential, staffQueries } from './staff.queries.ts'
import { ROLES, SCOPE_WORDS } from './staff-words.ts'

const VIEWS = [
  { value: 'people', label: 'People' },
  { value: 'programs', label: 'Programs' },
] as const

/** The site's staff, and the programs that call its API. */
export function StaffScreen({ search }: { search: StaffSearch }) {
  const view = search.view ?? 'people'
  const navigate = useNavigate()
  const setAdding = (add: boolean) =>
    void navigate({
      to: '/office/staff',
      search: { ...search, add: add || undefined },
      replace: true,
      resetScroll: false,
    })
  const isAdding = search.add === true
  const isPeople = view === 'people'
  return (
    <>
      <ScreenHead
        title="Staff"
        text={
          isPeople ? (
            'Everyone signs in with a password and an authenticator app.'
          ) : (
            <>
              Programs call the API with a name and a secret. Each can do only what you allow.{' '}
              <a href="/api/office/docs">API reference</a>
            </>
          )
        }
      >
        <Button look="primary" onClick={() => setAdding(true)}>
          {isPeople && <Icon of={UserPlus} />}
          {isPeople ? 'Invite a colleague' : 'Add a program'}
        </Button>
      </ScreenHead>
      <Segment
        label="Show"
        options={VIEWS}
        value={view}
        onChange={(next) =>
          void navigate({
            to: '/office/staff',
            search: next === 'programs' ? { view: next } : {},
            resetScroll: false,
          })
        }
      />
      <div className="mt-4">
        <h2 className="sr-only">{isPeople ? 'People' : 'Programs'}</h2>
        {isPeople ? <StaffList /> : <ProgramList />}
      </div>
      {isAdding && isPeople && <InviteDialog onClose={() => setAdding(false)} />}
      {isAdding && !isPeople && <ProgramDialog onClose={() => setAdding(false)} />}
    </>
  )
}

type Draft = { name: string; email: string; role: StaffRole | null; delivery: PasswordDelivery }

function InviteDialog({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState<Draft>({ name: '', email: '', role: null, delivery: 'mail' })
  const [password, setPassword] = useState<string>()
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))
  const invite = useSave({
    save: (idempotencyKey) =>
      call(api.inviteStaff, { body: { ...draft, role: draft.role ?? 'viewer' }, idempotencyKey }),
    onDone: (answer) => {
      if (answer.password !== null) return setPassword(answer.password)
      showToast({ title: `Invitation sent to ${answer.member.email}` })
      onClose()
    },
  })

  if (password !== undefined) {
    return <OneTimePassword name={draft.name} email={draft.email} password={password} onClose={onClose} />
  }
  return (
    <OfficeDialog
      title="Invite a colleague"
      lead={<p>They sign in with a one-time password and set up an authenticator app.</p>}
      submit="Invite"
      request={invite}
      check={() => draftErrors(draft)}
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
      <PasswordDeliveryChoice value={draft.delivery} onChange={(delivery) => change({ delivery })} />
    </OfficeDialog>
  )
}

function draftErrors({ name, email, role }: Draft): Record<string, string> {
  return {
    ...missing({ name }),
    ...(!isEmail(email.trim()) && { email: email.trim() === '' ? FIELD_REQUIRED : EMAIL_INVALID }),
    ...(role === null && { role: 'Choose a role.' }),
  }
}

function ProgramList() {
  const read = useQuery(staffQueries.programs())
  const [leaving, setLeaving] = useState<ApiCredential>()
  return (
    <>
      <Loaded label="Programs" read={read}>
        {(programs) =>
          programs.length === 0 ? (
            <EmptyState title="No programs yet">
              Give an accounting or HR system its own secret to read orders or the catalog.
            </EmptyState>
          ) : (
            <ul className="max-w-[860px]">
              {programs.map((program) => (
                <ProgramLine key={program.id} program={program} onLeave={() => setLeaving(program)} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {leaving && <RevokeDialog program={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}

function ProgramLine({ program, onLeave }: { program: ApiCredential; onLeave: () => void }) {
  const { name, username, scopes, createdAt, lastUsedAt, revokedAt } = program
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-6 gap-y-2 border-line border-b py-4 last:border-b-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="font-semibold">{name}</b>
          {revokedAt ? <Tag>Revoked {officeDay(revokedAt)}</Tag> : <Tag tone="good">Added</Tag>}
        </p>
        <p className="wrap-anywhere text-muted text-small">
          {username}. Made {officeDay(createdAt)}.{' '}
          {lastUsedAt ? `Last call ${officeMoment(lastUsedAt)}.` : 'Not used yet.'}
        </p>
        <ul className="mt-2 grid gap-0.5 text-label">
          {API_SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => (
            <li key={scope}>{SCOPE_WORDS[scope]}</li>
          ))}
        </ul>
      </div>
      {!revokedAt && (
        <Button size="compact" look="danger" onClick={onLeave} aria-label={`Revoke ${name}`}>
          Revoke
        </Button>
      )}
    </li>
  )
}

function RevokeDialog({ program, onClose }: { program: ApiCredential; onClose: () => void }) {
  const revoke = useSave({
    save: (idempotencyKey) => call(api.revokeApiCredential, { params: { id: program.id }, idempotencyKey }),
    done: `${program.name} revoked`,
    onDone: onClose,
  })
  return (
    <OfficeDialog
      title={`Revoke ${program.name}?`}
      lead={<p>It can’t call the API anymore. To restore access, create a new secret.</p>}
      submit="Revoke"
      isDanger
      request={revoke}
      onClose={onClose}
    />
  )
}

function ProgramDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<readonly ApiScope[]>([])
  const [made, setMade] = useState<{ username: string; secret: string }>()
  const create = useSave({
    save: (idempotencyKey) =>
      call(api.createApiCredential, { body: { name: name.trim(), scopes: [...scopes] }, idempotencyKey }),
    onDone: ({ credential, secret }) => setMade({ username: credential.username, secret }),
  })

  if (made) return <Secret {...made} name={name} onClose={onClose} />
  return (
    <OfficeDialog
      title="Add a program"
      lead={<p>It calls the API with HTTP basic authentication and can do only what you select here.</p>}
      submit="Create secret"
      request={create}
      check={() => ({
        ...missing({ name }),
        ...(scopes.length === 0 && { scopes: 'Choose at least one permission.' }),
      })}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            label="Name"
            name="name"
            hint="Helps you recognize it later, for example “ERP export”."
            value={name}
            onChange={setName}
            maxLength={80}
            autoComplete="off"
            isRequired
          />
          <fieldset aria-describedby={errors.scopes && 'scopes-error'}>
            <legend className="font-medium text-label">Permissions</legend>
            {errors.scopes && <ErrorText id="scopes-error">{errors.scopes}</ErrorText>}
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
        </>
      )}
    </OfficeDialog>
  )
}

type SecretProps = { name: string; username: string; secret: string; onClose: () => void }

function Secret({ name, username, secret, onClose }: SecretProps) {
  return (
    <ShownOnce
      title={`Secret for ${name}`}
      text="Copy it now: we won’t show it again. Store it with the program’s other secrets."
      onClose={onClose}
    >
      <CopyField label="User name" value={username} />
      <CopyField label="Secret" value={secret} />
    </ShownOnce>
  )
}
