import { formatPhone, phoneProblem } from '@laurel/domain/phone'
import { FIELD_REQUIRED } from '@laurel/domain/registration'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import { openModal } from '../../app/modal-store.ts'
import type { Security } from '../../app/security-calls.ts'
import { useSite } from '../../app/site.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { Form } from '../../parts/Form.tsx'
import { PhoneField } from '../../parts/PhoneField.tsx'
import { isTaken } from './account-errors.ts'
import { type ContactChange, ContactCodeForm, ContactRest, useContactChange } from './contact-change.tsx'
import { canSwitchOff, withoutFactor } from './factors.tsx'
import { securityQueries } from './security.queries.ts'

const TAKEN = /*i18n*/ 'Another account already uses that number. Use a different one.'

export function PhoneSection({ security }: { security: Security }) {
  const i18n = useTexts()
  const { phone, isPhoneVerified } = security
  const change = useContactChange('phone_number', (confirmed) =>
    showToast({ title: i18n.t('Your phone number is confirmed'), text: formatPhone(confirmed) }),
  )

  switch (change.step.at) {
    case 'rest':
      return (
        <ContactRest
          contact="phone_number"
          shown={formatPhone(phone)}
          value={phone}
          isVerified={isPhoneVerified}
          change={change}
          more={phone && <RemovePhone security={security} onRemoved={change.rest} />}
        />
      )
    case 'entry':
      return <PhoneEntry phone={phone} change={change} />
    case 'code': {
      const { sentTo } = change.step
      return (
        <ContactCodeForm
          contact="phone_number"
          shown={formatPhone(sentTo)}
          sentTo={sentTo}
          change={change}
          taken={i18n.t(TAKEN)}
        />
      )
    }
  }
}

function PhoneEntry({ phone, change }: { phone: string; change: ContactChange }) {
  const i18n = useTexts()
  const { asking } = change
  const [number, setNumber] = useState('')

  return (
    <Form
      onSubmit={() => asking.mutate(number)}
      check={() => ({ phone: newPhoneProblem(number, phone) })}
      problem={asking.error}
      errorsOf={takenPhone}
    >
      <PhoneField
        label={phone ? i18n.t('New phone number') : i18n.t('Phone number')}
        name="phone"
        hint={i18n.t('We’ll text a code to it.')}
        value={number}
        onChange={setNumber}
        autoFocus
        isRequired
      />
      <div className="mt-2 flex flex-wrap gap-3">
        <Button look="primary" type="submit" isPending={asking.isPending}>
          {i18n.t('Text me a code')}
        </Button>
        <Button look="plain" onClick={change.rest}>
          {i18n.t('Cancel')}
        </Button>
      </div>
    </Form>
  )
}

function takenPhone(problem: unknown): Record<string, string> {
  const i18n = pageTexts()
  return isTaken(problem) ? { phone: i18n.t(TAKEN) } : {}
}

function newPhoneProblem(next: string, current: string): string | undefined {
  const i18n = pageTexts()

  if (next === '') return FIELD_REQUIRED
  return next === current ? i18n.t('This is already your number.') : phoneProblem(next)
}

/** Removes the number and turns off its text-message codes, unless they're the only required second step. */
function RemovePhone({ security, onRemoved }: { security: Security; onRemoved: () => void }) {
  const i18n = useTexts()
  const site = useSite()
  const queryClient = useQueryClient()
  const carriesCodes = security.factors.includes('SMS')

  if (carriesCodes && !canSwitchOff(site, security)) {
    return (
      <p className="basis-full text-muted text-small">
        {i18n.t(
          '{name} requires a second step, and we send your codes to this number. To remove it, turn on another second step first.',
          { name: site.name },
        )}
      </p>
    )
  }

  async function remove() {
    const calls = await loadAccountCalls()
    if (carriesCodes) await calls.setFactors(withoutFactor(security, 'SMS'))
    await calls.removePhone()
  }

  async function showWithout() {
    await queryClient.invalidateQueries({ queryKey: securityQueries.mine().queryKey })
    onRemoved()
    showToast({ tone: 'plain', title: i18n.t('Phone number removed') })
  }

  function ask() {
    let isRemoved = false
    openModal(
      'confirm-dialog',
      {
        title: i18n.t('Remove your phone number?'),
        text: carriesCodes
          ? i18n.t('This also turns off codes by text message.')
          : i18n.t('We won’t text it anymore. You can add it again at any time.'),
        confirm: i18n.t('Remove number'),
        cancel: i18n.t('Keep number'),
        danger: true,
        onConfirm: async () => {
          await remove()
          isRemoved = true
        },
      },
      // Only after the dialog closes, because it holds the focus while it is open.
      { onClose: () => isRemoved && showWithout() },
    )
  }

  return (
    <Button look="link" aria-label={i18n.t('Remove phone number')} onClick={ask}>
      {i18n.t('Remove')}
    </Button>
  )
}
