import { api } from '@laurel/contract/routes'
import {
  COMPANY_KEY_SCOPE_WORDS,
  COMPANY_KEY_SCOPES,
  type CompanyKeyScope,
  KEY_OVERLAP_HOURS,
  type KeyMode,
} from '@laurel/domain/company-api-keys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type AnswerOf, call, freshKey } from '../../app/call.ts'
import { companyQueries } from '../../app/company.queries.ts'
import { useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { Checkbox } from '../../parts/Checkbox.tsx'
import { CopyField } from '../../parts/CopyField.tsx'
import { DialogFoot } from '../../parts/DialogFoot.tsx'
import { ErrorText } from '../../parts/FieldText.tsx'
import { Form, missing } from '../../parts/Form.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { Select } from '../../parts/Select.tsx'
import { TextArea, TextField } from '../../parts/TextField.tsx'
import { ModeChoice } from './ModeChoice.tsx'

export type ApiKey = AnswerOf<'listCompanyKeys'>[number]
/** A secret that is shown once. */
export type ShownSecret = { name: string; secret: string }

type KeyDialogProps = {
  /** Undefined for a new one. */
  apiKey: ApiKey | undefined
  onCreated: (shown: ShownSecret) => void
  onClose: () => void
}

const MODE_SAYS: Readonly<Record<KeyMode, string>> = {
  live: /*i18n*/ 'Its orders are paid, printed, and sent.',
  test: /*i18n*/ 'Nothing is charged or sent. Orders and cards advance automatically.',
}

/** Creates a key, or changes one. */
export function KeyDialog({ apiKey, onCreated, onClose }: KeyDialogProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [name, setName] = useState(apiKey?.name ?? '')
  const [mode, setMode] = useState<KeyMode>('live')
  const [scopes, setScopes] = useState<readonly string[]>(apiKey?.scopes ?? ['orders.place', 'orders.read'])
  const [email, setEmail] = useState(apiKey?.orderEmail ?? '')
  const [until, setUntil] = useState(dayOf(apiKey?.expiresAt ?? null))
  const [ranges, setRanges] = useState(apiKey?.ipRanges.join('\n') ?? '')
  const key = useRef(freshKey())
  const save = useMutation({
    mutationFn: async () => {
      const wasUntil = dayOf(apiKey?.expiresAt ?? null)
      const body = {
        name: name.trim(),
        scopes: COMPANY_KEY_SCOPES.filter((scope) => scopes.includes(scope)),
        ipRanges: ranges
          .split(/[\n,]/)
          .map((line) => line.trim())
          .filter((line) => line !== ''),
        ...(email.trim() !== '' && { orderEmail: email.trim() }),
        ...(until !== wasUntil && { expiresAt: endOf(until) }),
      }
      if (apiKey !== undefined) {
        await call(api.patchCompanyKey, { params: { id: apiKey.id }, body })
        return undefined
      }
      return call(api.createCompanyKey, { body: { ...body, mode }, idempotencyKey: key.current })
    },
    onSuccess: async (created) => {
      await queryClient.invalidateQueries(companyQueries.apiKeys())
      if (created) return onCreated({ name: created.key.name, secret: created.secret })
      showToast({ title: i18n.t('{name} saved', { name: name.trim() }) })
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
      title={apiKey ? i18n.t('Edit key') : i18n.t('Create API key')}
      isDismissable={false}
    >
      <Form
        onSubmit={() => save.mutate()}
        check={() => ({
          // A new key's emails go to the person who creates it.
          ...missing(apiKey ? { name, orderEmail: email } : { name }),
          ...(scopes.length === 0 && { scopes: i18n.t('Choose at least one permission.') }),
        })}
        problem={save.error}
        className="mt-4 grid gap-5"
      >
        {(errors) => (
          <>
            <TextField
              label={i18n.t('Name')}
              name="name"
              hint={i18n.t('Orders and activity show it, for example “HR system”.')}
              value={name}
              onChange={setName}
              maxLength={40}
              autoComplete="off"
              autoFocus
            />
            {apiKey === undefined && (
              <ModeChoice
                says={{ live: i18n.t(MODE_SAYS.live), test: i18n.t(MODE_SAYS.test) }}
                value={mode}
                onChange={setMode}
              />
            )}
            <ScopeChoice scopes={scopes} onChange={setScopes} error={errors.scopes} />
            <TextField
              label={i18n.t('Emails about its orders go to')}
              name="orderEmail"
              type="email"
              hint={apiKey ? undefined : i18n.t('If blank, they go to you.')}
              value={email}
              onChange={setEmail}
              autoComplete="off"
            />
            <TextField
              label={i18n.t('Last day (optional)')}
              name="expiresAt"
              type="date"
              hint={i18n.t('If blank, the key works until you revoke it.')}
              value={until}
              onChange={setUntil}
            />
            <TextArea
              label={i18n.t('Allowed IP addresses (optional)')}
              name="ipRanges"
              hint={i18n.t(
                'One per line, such as 203.0.113.7 or 203.0.113.0/24. If blank, any address can use the key.',
              )}
              value={ranges}
              onChange={setRanges}
              rows={3}
              autoComplete="off"
            />
            <DialogFoot onClose={onClose} isPending={save.isPending}>
              {apiKey ? i18n.t('Save key') : i18n.t('Create key')}
            </DialogFoot>
          </>
        )}
      </Form>
    </Modal>
  )
}

type ScopeChoiceProps = {
  scopes: readonly string[]
  onChange: (scopes: readonly string[]) => void
  error: string | undefined
}

function ScopeChoice({ scopes, onChange, error }: ScopeChoiceProps) {
  const i18n = useTexts()
  const set = (scope: CompanyKeyScope, isOn: boolean) =>
    onChange(isOn ? [...scopes, scope] : scopes.filter((one) => one !== scope))
  return (
    <fieldset aria-describedby={error && 'scopes-error'}>
      <legend className="font-medium text-label">{i18n.t('Permissions')}</legend>
      {error && <ErrorText id="scopes-error">{error}</ErrorText>}
      {COMPANY_KEY_SCOPES.map((scope) => (
        <Checkbox key={scope} isSelected={scopes.includes(scope)} onChange={(isOn) => set(scope, isOn)}>
          {i18n.t(COMPANY_KEY_SCOPE_WORDS[scope].label)}
          <span className="block text-muted text-small">{i18n.t(COMPANY_KEY_SCOPE_WORDS[scope].says)}</span>
        </Checkbox>
      ))}
    </fieldset>
  )
}

const OVERLAP_WORDS: Readonly<Record<(typeof KEY_OVERLAP_HOURS)[number], string>> = {
  0: /*i18n*/ 'Stops now',
  24: /*i18n*/ 'Works for 24 more hours',
  168: /*i18n*/ 'Works for 7 more days',
}

type RotateDialogProps = {
  apiKey: ApiKey
  onRotated: (shown: ShownSecret) => void
  onClose: () => void
}

export function RotateDialog({ apiKey: { id, name }, onRotated, onClose }: RotateDialogProps) {
  const i18n = useTexts()
  const queryClient = useQueryClient()
  const [hours, setHours] = useState<(typeof KEY_OVERLAP_HOURS)[number]>(24)
  const key = useRef(freshKey())
  const rotate = useMutation({
    mutationFn: () =>
      call(api.rotateCompanyKey, {
        params: { id },
        body: { overlapHours: hours },
        idempotencyKey: key.current,
      }),
    onSuccess: async ({ secret }) => {
      await queryClient.invalidateQueries(companyQueries.apiKeys())
      onRotated({ name, secret })
    },
    onError: () => {
      key.current = freshKey()
    },
  })
  return (
    <Modal isOpen onClose={onClose} title={i18n.t('Rotate {name}?', { name })}>
      <Form onSubmit={() => rotate.mutate()} problem={rotate.error} className="mt-4 grid gap-5">
        <p>
          {i18n.t('You get a new key. Choose how long the current one works, so that you can replace it.')}
        </p>
        <Select
          label={i18n.t('Current key')}
          options={KEY_OVERLAP_HOURS.map((value) => ({ value, label: i18n.t(OVERLAP_WORDS[value]) }))}
          value={hours}
          onChange={(value) => value !== null && setHours(value)}
        />
        <DialogFoot onClose={onClose} isPending={rotate.isPending}>
          {i18n.t('Rotate key')}
        </DialogFoot>
      </Form>
    </Modal>
  )
}

export function KeySecret({ name, secret, onClose }: ShownSecret & { onClose: () => void }) {
  const i18n = useTexts()

  return (
    <Modal isOpen onClose={onClose} title={i18n.t('Copy the key of {name}', { name })} isDismissable={false}>
      <div className="mt-4 grid gap-5">
        <p>{i18n.t('We won’t show it again. Store it where you keep other passwords.')}</p>
        <CopyField label={i18n.t('API key')} value={secret} />
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            {i18n.t('Done')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** A moment as the reader's day, for a date field. */
function dayOf(iso: string | null): string {
  return iso === null ? '' : new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' }).format(new Date(iso))
}

/** The end of the reader's day. */
function endOf(date: string): string | null {
  return date === '' ? null : new Date(`${date}T23:59:59`).toISOString()
}
