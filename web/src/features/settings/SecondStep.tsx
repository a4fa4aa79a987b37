import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formError } from '../../app/api-problem.ts'
import { openModal } from '../../app/modal-store.ts'
import {
  hasRecoveryCodes,
  recoveryCodeQueries,
  useMakeRecoveryCodes,
} from '../../app/recovery-codes.queries.ts'
import type { Factor, FactorChange, Security } from '../../app/security-calls.ts'
import { useSite } from '../../app/site.ts'
import { pageTexts, useTexts } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { Note } from '../../parts/Note.tsx'
import { RadioChoice } from '../../parts/RadioChoice.tsx'
import { Tag } from '../../parts/Tag.tsx'
import {
  canSwitchOff,
  FACTORS,
  factorDetail,
  factorSummary,
  nextSignIn,
  shownFactors,
  useFactors,
  withFactor,
  withoutFactor,
} from './factors.tsx'

const AuthenticatorDialog = lazy(() =>
  import('./AuthenticatorDialog.tsx').then((module) => ({ default: module.AuthenticatorDialog })),
)

const RecoveryCodesDialog = lazy(() =>
  import('./RecoveryCodesDialog.tsx').then((module) => ({ default: module.RecoveryCodesDialog })),
)

/** Turns each second step that the site offers on or off. */
export function SecondStep({ security }: { security: Security }) {
  const i18n = useTexts()
  const site = useSite()
  const { factors, preferred } = security
  const { saving, starting } = useFactors()
  const [busy, setBusy] = useState<Factor>()
  const making = useMakeRecoveryCodes()
  const problem = saving.error ?? starting.error ?? making.error

  function turnOn(factor: Factor) {
    setBusy(factor)
    starting.reset()
    if (factor === 'TOTP') return starting.mutate()
    const change = withFactor(security, factor)
    saving.mutate(change, { onSuccess: () => sayOn(factor, change) })
  }

  async function startAsking() {
    const change = withFactor(security, 'TOTP')
    await saving.mutateAsync(change)
    sayOn('TOTP', change)
    if (hasRecoveryCodes(site.accounts)) making.mutate()
  }

  function askToTurnOff(factor: Factor) {
    const { title, name } = FACTORS[factor]
    const change = withoutFactor(security, factor)
    const verb = factor === 'TOTP' ? i18n.t('Remove') : i18n.t('Turn off')
    openModal('confirm-dialog', {
      title: i18n.t('{verb} {name}?', { verb, name: i18n.t(name) }),
      text: `${factorSummary({ ...security, factors: change.on, preferred: change.preferred })} ${i18n.t(FACTORS[factor].back)}`,
      confirm: verb,
      cancel: i18n.t('Keep it on'),
      danger: true,
      onConfirm: async () => {
        await saving.mutateAsync(change).finally(saving.reset)
        showToast({ tone: 'plain', title: i18n.t('{title}: off', { title: i18n.t(title) }) })
      },
    })
  }

  return (
    <div className="grid gap-5">
      {problem && !starting.data && <Note tone="bad">{formError(problem)}</Note>}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Tag tone={factors.length > 0 ? 'good' : 'plain'}>
          {factors.length > 0 ? i18n.t('On') : i18n.t('Off')}
        </Tag>
        <span>{factorSummary(security)}</span>
      </p>
      <ul>
        {shownFactors(site, security).map((factor) => {
          const isOn = factors.includes(factor)
          const { detail, isReady } = factorDetail(factor, security)
          const mustStay = isOn && !canSwitchOff(site, security)
          return (
            <FactorRow
              key={factor}
              factor={factor}
              isOn={isOn}
              isPending={busy === factor && (saving.isPending || starting.isPending)}
              detail={detail}
              isReady={isOn || isReady}
              mustStay={mustStay}
              onTurnOn={() => turnOn(factor)}
              onTurnOff={() => askToTurnOff(factor)}
              more={
                isOn &&
                factor === 'TOTP' && (
                  <>
                    <Button look="link" onClick={() => turnOn('TOTP')}>
                      {i18n.t('Move to another phone')}
                    </Button>
                    {hasRecoveryCodes(site.accounts) && <RecoveryCodesLine onMake={making.mutateAsync} />}
                  </>
                )
              }
            />
          )
        })}
      </ul>
      {factors.length > 1 && (
        <PreferredFactor
          factors={factors}
          preferred={preferred}
          onChange={(next) => saving.mutateAsync({ on: factors, preferred: next })}
        />
      )}
      {making.data && (
        <Suspense fallback={null}>
          <RecoveryCodesDialog codes={making.data} email={security.email} onClose={making.reset} />
        </Suspense>
      )}
      {starting.data && (
        <Suspense fallback={null}>
          <AuthenticatorDialog
            secret={starting.data}
            email={security.email}
            onProved={startAsking}
            onClose={starting.reset}
          />
        </Suspense>
      )}
    </div>
  )

  function sayOn(factor: Factor, change: FactorChange) {
    showToast({
      title: i18n.t('{title}: on', { title: i18n.t(FACTORS[factor].title) }),
      text: nextSignIn(factor, change),
    })
  }
}

type FactorRowProps = {
  factor: Factor
  isOn: boolean
  isPending: boolean
  /** Where the codes come from, or what to do before it can be turned on. */
  detail: ReactNode
  /** False if it can't be turned on yet. */
  isReady: boolean
  /** True for the last second step on a site that requires one. */
  mustStay: boolean
  onTurnOn: () => void
  onTurnOff: () => void
  /** Shown below while it is on. */
  more?: ReactNode
}

function FactorRow({
  factor,
  isOn,
  isPending,
  detail,
  isReady,
  mustStay,
  onTurnOn,
  onTurnOff,
  more,
}: FactorRowProps) {
  const i18n = useTexts()
  const site = useSite()
  const title = i18n.t(FACTORS[factor].title)
  const name = i18n.t(FACTORS[factor].name)
  const [on, off] =
    factor === 'TOTP' ? [i18n.t('Set up'), i18n.t('Remove')] : [i18n.t('Turn on'), i18n.t('Turn off')]
  const label = isOn ? off : on
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-line border-t py-4">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="font-semibold">{title}</b>
          {isOn && <Tag tone="good">{i18n.t('On')}</Tag>}
        </p>
        <p className="break-words text-muted">{detail}</p>
        {mustStay && (
          <p className="pt-1">
            {i18n.t('{name} requires a second step. Turn on another one before you turn this off.', {
              name: site.name,
            })}
          </p>
        )}
        {more}
      </div>
      {isReady && !mustStay && (
        <Button
          aria-label={`${label} ${name}`}
          isPending={isPending}
          onClick={isOn ? onTurnOff : onTurnOn}
          className="min-w-24"
        >
          {label}
        </Button>
      )}
    </li>
  )
}

type Choice = Factor | 'any'

type PreferredFactorProps = {
  factors: readonly Factor[]
  preferred: Factor | null
  onChange: (preferred: Factor | null) => Promise<unknown>
}

/** Chooses which second step to ask for if several are on. */
function PreferredFactor({ factors, preferred, onChange }: PreferredFactorProps) {
  const i18n = useTexts()

  /** Shown as chosen until the change is saved. */
  const [wanted, setWanted] = useState<Choice>()

  async function choose(choice: Choice) {
    setWanted(choice)
    // The section shows the error; here the choice returns to the saved one.
    await onChange(choice === 'any' ? null : choice).catch(() => {})
    setWanted(undefined)
  }

  return (
    <div className="grid gap-3">
      <h3 className="text-body">{i18n.t('Which code should we ask for?')}</h3>
      <RadioChoice<Choice>
        label={i18n.t('Which code should we ask for?')}
        value={wanted ?? preferred ?? 'any'}
        onChange={choose}
        options={[
          {
            value: 'any',
            title: i18n.t('Let me choose each time'),
            detail: i18n.t('If you lose one, you can use another.'),
          },
          ...factors.map((factor) => ({
            value: factor,
            title: i18n.t('Always: {name}', { name: i18n.t(FACTORS[factor].name) }),
          })),
        ]}
      />
    </div>
  )
}

type RecoveryCodesLineProps = { onMake: () => Promise<unknown> }

/** Shows how many recovery codes are left and creates new ones. */
function RecoveryCodesLine({ onMake }: RecoveryCodesLineProps) {
  const i18n = useTexts()
  const { data } = useQuery(recoveryCodeQueries.mine())
  if (!data) return null
  const { remaining } = data

  function askToMake() {
    if (remaining === 0) return void onMake()
    openModal('confirm-dialog', {
      title: i18n.t('Create new recovery codes?'),
      text: i18n.t('The codes you have now stop working.'),
      confirm: i18n.t('Create new codes'),
      cancel: i18n.t('Keep my codes'),
      onConfirm: async () => void (await onMake()),
    })
  }

  return (
    <p className="flex flex-wrap items-baseline gap-x-4 pt-1">
      <span>{leftWords(remaining)}</span>
      <Button look="link" onClick={askToMake}>
        {remaining === 0 ? i18n.t('Create recovery codes') : i18n.t('Create new codes')}
      </Button>
    </p>
  )
}

function leftWords(remaining: number): string {
  const i18n = pageTexts()

  if (remaining === 0) return i18n.t('No recovery codes. Without them, a lost phone locks you out.')
  return remaining === 1
    ? i18n.t('1 recovery code left.')
    : i18n.t('{remaining} recovery codes left.', { remaining })
}
