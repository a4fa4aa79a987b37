import { api } from '@laurel/contract/routes'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { StateField } from '../../../parts/address/StateField.tsx'
import { Button } from '../../../parts/Button.tsx'
import { Checkbox } from '../../../parts/Checkbox.tsx'
import { Drawer } from '../../../parts/Drawer.tsx'
import { Form } from '../../../parts/Form.tsx'
import { Switch } from '../../../parts/Switch.tsx'
import { TextField } from '../../../parts/TextField.tsx'
import { useSave } from '../admin/use-save.ts'
import type { CarrierAccount } from '../fulfillment/fulfillment.queries.ts'

type Draft = ReturnType<typeof draftOf>
type TextName = { [Name in keyof Draft]: Draft[Name] extends string ? Name : never }[keyof Draft]

/** One carrier’s account. Id, secret and number are typed anew or left as they are; the secret is never shown. */
export function CarrierDialog({ account, onClose }: { account: CarrierAccount; onClose: () => void }) {
  const { carrier, clientIdEnd, accountNumberEnd, hasSecret, knownServices, updatedAt } = account
  const [draft, setDraft] = useState(() => draftOf(account))
  const change = (changed: Partial<Draft>) => setDraft((before) => ({ ...before, ...changed }))
  const save = useSave({
    save: () =>
      call(api.putCarrierAccount, { params: { carrier }, body: { ...draft, seenUpdatedAt: updatedAt } }),
    done: 'Saved',
    onDone: onClose,
  })
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
    <Drawer
      isOpen
      onClose={onClose}
      title={updatedAt ? `Edit ${carrier}` : `Set up ${carrier}`}
      footer={
        <div className="flex justify-end gap-3">
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="carrier" look="primary" isPending={save.isPending}>
            Save
          </Button>
        </div>
      }
    >
      <Form id="carrier" onSubmit={() => save.mutate()} problem={save.error} className="grid gap-8 pb-8">
        <div>
          <Switch isSelected={draft.enabled} onChange={(enabled) => change({ enabled })}>
            Use this account
          </Switch>
          <p className="text-muted text-small">
            {draft.enabled
              ? 'Prices are asked and labels bought with it.'
              : 'Switched off: flat rates and hand-entered tracking are used. What stands here is kept.'}
          </p>
        </div>
        <fieldset className="grid gap-4">
          <legend className="mb-3 font-semibold">Account at {carrier}</legend>
          {field('clientId', 'Client id', 100, kept(clientIdEnd))}
          <TextField
            label="Client secret"
            name="clientSecret"
            type="password"
            hint={hasSecret ? 'Kept. Type it only to replace it; it is never shown.' : undefined}
            value={draft.clientSecret}
            onChange={(clientSecret) => change({ clientSecret })}
            maxLength={200}
            autoComplete="new-password"
          />
          {field('accountNumber', NUMBER_WORDS[carrier], 40, kept(accountNumberEnd))}
          {carrier === 'USPS' && (
            <>
              {field('crid', 'Customer registration id (CRID)', 20)}
              {field('mid', 'Mailer id (MID)', 20)}
              {field('manifestMid', 'Mailer id of manifests', 20, 'Only where it is another one.')}
            </>
          )}
        </fieldset>
        <fieldset className="grid gap-4">
          <legend className="mb-3 font-semibold">Ships from</legend>
          <p className="-mt-3 text-muted text-small">It stands on labels, and on letters as the sender.</p>
          {field('senderName', 'Name', 35)}
          {field('senderAddress1', 'Street address', 35)}
          {field('senderCity', 'City', 28)}
          <StateField
            name="senderState"
            value={draft.senderState}
            onChange={(senderState) => change({ senderState })}
            autoComplete="off"
          />
          {field('senderZip', 'ZIP code', 10)}
          {field('senderPhone', 'Phone', 20, 'For the carrier, if something is the matter.')}
        </fieldset>
        <fieldset>
          <legend className="font-semibold">Services</legend>
          <p className="mt-1 text-muted text-small">
            By which labels may be bought. With none chosen, by all of them.
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
      </Form>
    </Drawer>
  )
}

const NUMBER_WORDS = { UPS: 'Shipper number', USPS: 'Enterprise Payment account' } as const

function kept(end: string): string | undefined {
  return end === '' ? undefined : `Kept: it ends in ${end}. Type it only to replace it.`
}

/** What can be typed; whoever sets an account up means to use it. */
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
