import { api } from '@laurel/contract/routes'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Circle, CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { formError } from '../../../app/api-problem.ts'
import { type AnswerOf, call } from '../../../app/call.ts'
import { CityField } from '../../../parts/address/CityField.tsx'
import { StateField, ZipField } from '../../../parts/address/StateAndZip.tsx'
import { type FilledAddress, StreetField } from '../../../parts/address/StreetField.tsx'
import { Button } from '../../../parts/Button.tsx'
import { Checkbox, Switch } from '../../../parts/Checkbox.tsx'
import { count } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { Note } from '../../../parts/Note.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { type CarrierAccount, fulfillmentQueries } from '../fulfillment/fulfillment.queries.ts'
import { Loaded } from '../ListParts.tsx'
import { OfficeDrawer } from '../OfficeDialog.tsx'
import { useSave } from '../office-mutations.ts'
import { officeMoment } from '../times.ts'

/** The site's carrier accounts. Without one, staff still ship by hand. */
export function CarriersPart() {
  const [open, setOpen] = useState<CarrierAccount>()
  const read = useQuery(fulfillmentQueries.carriers())
  return (
    <div className="max-w-[760px]">
      <p className="max-w-[65ch] text-muted">
        Connect an account to get live rates, buy labels, and track parcels. Without one, we use flat rates
        and you enter tracking numbers.
      </p>
      <Loaded label="Carriers" read={read}>
        {(accounts) => (
          <ul className="mt-5 border-line border-t">
            {accounts.map((account) => (
              <Row key={account.carrier} account={account} onEdit={() => setOpen(account)} />
            ))}
          </ul>
        )}
      </Loaded>
      {open && <CarrierDialog account={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function Row({ account, onEdit }: { account: CarrierAccount; onEdit: () => void }) {
  const { carrier, updatedAt } = account
  const queryClient = useQueryClient()
  const test = useMutation({
    mutationFn: async () => ({
      ...(await call(api.testCarrierAccount, { params: { carrier } })),
      of: updatedAt,
    }),
    // The test used some of the hourly quota.
    onSettled: () => queryClient.invalidateQueries(fulfillmentQueries.carriers()),
  })
  // The result is valid only for the account as it was tested.
  const isFresh = test.data?.of === updatedAt
  return (
    <li className="grid gap-4 border-line border-b py-5">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-5 gap-y-3 narrow:grid-cols-1">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <b className="font-semibold">{WHAT[carrier].name}</b>
            <State account={account} />
          </p>
          <p className="text-muted text-small">{WHAT[carrier].text}</p>
          {account.host === '' && (
            <p className="mt-1 text-small text-warn">
              This server isn’t connected to {carrier}, so you can’t buy labels here. Ask your operator to set{' '}
              {carrier}_URL.
            </p>
          )}
          <Facts account={account} />
        </div>
        <div className="flex flex-wrap gap-2">
          {account.hasSecret && (
            <Button
              size="compact"
              aria-label={`Test connection to ${carrier}`}
              isPending={test.isPending}
              onClick={() => test.mutate()}
            >
              Test connection{' '}
            </Button>
          )}
          <Button
            size="compact"
            aria-label={updatedAt ? `Edit ${carrier}` : `Set up ${carrier}`}
            onClick={onEdit}
          >
            {updatedAt ? 'Edit' : 'Set up'}
          </Button>
        </div>
      </div>
      {test.error && <Note tone="bad">{formError(test.error)}</Note>}
      <div role="status">{test.data && isFresh && <ConnectionSteps tested={test.data} />}</div>
    </li>
  )
}

const WHAT = {
  UPS: { name: 'UPS', text: 'Parcels of bulk orders: prices, labels, tracking.' },
  USPS: {
    name: 'USPS',
    text: 'Letters with direct cards: address checks, postage, tracking.',
  },
} as const

function State({ account: { enabled, complete, updatedAt } }: { account: CarrierAccount }) {
  if (updatedAt === null) return <Tag>No account</Tag>
  if (!complete) return <Tag tone="warn">Incomplete</Tag>
  return enabled ? <Tag tone="good">In use</Tag> : <Tag>Switched off</Tag>
}

function Facts({ account }: { account: CarrierAccount }) {
  const { updatedAt, enabled, complete, clientIdEnd, accountNumberEnd, host, callsLeft } = account
  if (updatedAt === null) return null
  const from = [
    account.senderAddress1,
    account.senderCity,
    `${account.senderState} ${account.senderZip}`.trim(),
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <div className="mt-2 grid gap-0.5 text-small">
      {clientIdEnd && (
        <p>
          Client …{clientIdEnd}
          {accountNumberEnd && `, account …${accountNumberEnd}`}, at {host}
        </p>
      )}
      {from && <p>Ships from {from}</p>}
      <p className="text-muted">
        {enabled && complete
          ? `${count(callsLeft)} calls left this hour. `
          : 'We use flat rates, and you enter tracking numbers. '}
        Changed {officeMoment(updatedAt)}.
      </p>
    </div>
  )
}

type Tested = AnswerOf<'testCarrierAccount'>
type Outcome = Tested['steps'][number]['outcome']

const OUTCOMES: Readonly<Record<Outcome, { icon: LucideIcon; color: string; word: string }>> = {
  right: { icon: CircleCheck, color: 'text-good', word: 'Works:' },
  refused: { icon: CircleX, color: 'text-bad', word: 'Refused:' },
  silent: { icon: Clock, color: 'text-warn', word: 'No answer:' },
  not_asked: { icon: Circle, color: 'text-muted', word: 'Not tested:' },
}

/** A connection test's result, step by step. */
function ConnectionSteps({ tested: { works, steps } }: { tested: Tested }) {
  return (
    <div className="rounded-control bg-canvas px-4 py-3.5">
      <p className="font-medium">{works ? 'Connection works' : 'Connection failed'}</p>
      <ul className="mt-1.5 grid gap-1.5 text-small">
        {steps.map(({ step, outcome, words }) => {
          const { icon, color, word } = OUTCOMES[outcome]
          return (
            <li key={step} className="flex items-start gap-2">
              <Icon of={icon} size={18} label={word} className={`mt-px ${color}`} />
              <span className="min-w-0">{words}</span>
            </li>
          )
        })}
      </ul>
      <p className="mt-1.5 text-muted text-small">Nothing was bought.</p>
    </div>
  )
}

type Draft = ReturnType<typeof draftOf>
type TextName = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft]

/** One carrier account. Empty fields keep the saved ID, secret, and number. The secret is never shown. */
function CarrierDialog({ account, onClose }: { account: CarrierAccount; onClose: () => void }) {
  const { carrier, clientIdEnd, accountNumberEnd, hasSecret, knownServices, updatedAt } = account
  const [draft, setDraft] = useState(() => draftOf(account))
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))
  const save = useSave({
    save: () =>
      call(api.putCarrierAccount, { params: { carrier }, body: { ...draft, seenUpdatedAt: updatedAt } }),
    done: 'Saved',
    onDone: onClose,
  })
  function fillSender({ address1, address2, city, state, zip }: FilledAddress) {
    change({
      // A carrier's form has one line for the street.
      ...(address1 !== undefined && { senderAddress1: [address1, address2].filter(Boolean).join(' ') }),
      ...(city !== undefined && { senderCity: city }),
      ...(state !== undefined && { senderState: state }),
      ...(zip !== undefined && { senderZip: zip }),
    })
  }
  const field = (name: TextName, label: string, maxLength: number, hint?: string) => (
    <TextField
      label={label}
      name={name}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
      maxLength={maxLength}
      autoComplete="off"
      hint={hint}
    />
  )
  return (
    <OfficeDrawer
      title={updatedAt ? `Edit ${carrier}` : `Set up ${carrier}`}
      submit="Save"
      request={save}
      onClose={onClose}
      className="grid gap-8 pb-8"
    >
      <div>
        <Switch isSelected={draft.enabled} onChange={(enabled) => change({ enabled })}>
          Use this account
        </Switch>
        <p className="text-muted text-small">
          {draft.enabled
            ? 'We use it to get rates and buy labels.'
            : 'If off, we use flat rates and you enter tracking numbers. We keep these settings.'}
        </p>
      </div>
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-semibold">Account at {carrier}</legend>
        {field('clientId', 'Client id', 100, kept(clientIdEnd))}
        <TextField
          label="Client secret"
          name="clientSecret"
          type="password"
          hint={hasSecret ? 'Saved. Enter a new one to replace it.' : undefined}
          value={draft.clientSecret}
          onChange={(clientSecret) => change({ clientSecret })}
          maxLength={200}
          autoComplete="new-password"
        />
        {field('accountNumber', NUMBER_WORDS[carrier], 40, kept(accountNumberEnd))}
        {carrier === 'USPS' && (
          <>
            {field('crid', 'Customer registration ID (CRID)', 20)}
            {field('mid', 'Mailer ID (MID)', 20)}
            {field('manifestMid', 'Mailer ID of manifests', 20, 'Only if different.')}
          </>
        )}
      </fieldset>
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-semibold">Ships from</legend>
        <p className="-mt-3 text-muted text-small">Printed on labels, and on letters as the sender.</p>
        {field('senderName', 'Name', 35)}
        <StreetField
          name="senderAddress1"
          autoComplete="off"
          maxLength={35}
          value={draft.senderAddress1}
          onChange={(senderAddress1) => change({ senderAddress1 })}
          address2=""
          address2Name="senderZip"
          onFill={fillSender}
          isOffice
        />
        <ZipField
          name="senderZip"
          autoComplete="off"
          value={draft.senderZip}
          onChange={(senderZip) => change({ senderZip })}
          city={draft.senderCity}
          state={draft.senderState}
          onFill={fillSender}
          isRequired={false}
        />
        <CityField
          name="senderCity"
          autoComplete="off"
          maxLength={28}
          value={draft.senderCity}
          onChange={(senderCity) => change({ senderCity })}
          state={draft.senderState}
          zip={draft.senderZip}
          onFill={fillSender}
        />
        <StateField
          name="senderState"
          value={draft.senderState}
          onChange={(senderState) => change({ senderState })}
          autoComplete="off"
        />
        {field('senderPhone', 'Phone', 20, 'For the carrier, in case of a problem.')}
      </fieldset>
      <fieldset>
        <legend className="font-semibold">Services</legend>
        <p className="mt-1 text-muted text-small">
          Choose which services you buy labels for. If none are selected, all are available.
        </p>
        {knownServices.map((service) => (
          <Checkbox
            key={service}
            isSelected={draft.services.includes(service)}
            onChange={(isOn) =>
              change({
                services: knownServices.filter((one) =>
                  one === service ? isOn : draft.services.includes(one),
                ),
              })
            }
          >
            {service}
          </Checkbox>
        ))}
      </fieldset>
    </OfficeDrawer>
  )
}

const NUMBER_WORDS = { UPS: 'Shipper number', USPS: 'Enterprise Payment account' } as const

function kept(end: string): string | undefined {
  return end === '' ? undefined : `Saved, ends in ${end}. Enter a new one to replace it.`
}

/** The form's first values. A new account starts switched on. */
function draftOf(account: CarrierAccount) {
  const { services, crid, mid, manifestMid } = account
  const { senderName, senderPhone, senderAddress1, senderCity, senderState, senderZip } = account
  return {
    enabled: account.enabled || account.updatedAt === null,
    ...{ clientId: '', clientSecret: '', accountNumber: '' },
    ...{ crid, mid, manifestMid, services },
    ...{ senderName, senderPhone, senderAddress1, senderCity, senderState, senderZip },
  }
}
