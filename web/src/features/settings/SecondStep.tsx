import { lazy, Suspense, useState } from 'react'
import { formError } from '../../app/api-problem.ts'
import { openModal } from '../../app/modal-store.ts'
import { hasRecoveryCodes, useMakeRecoveryCodes } from '../../app/recovery-codes.queries.ts'
import type { Factor, FactorChange, Security } from '../../app/security-calls.ts'
import { useSite } from '../../app/site.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { Note } from '../../parts/Note.tsx'
import { Tag } from '../../parts/Tag.tsx'
import { FactorRow } from './FactorRow.tsx'
import { factorDetail } from './factor-detail.tsx'
import {
  canSwitchOff,
  FACTORS,
  factorSummary,
  nextSignIn,
  shownFactors,
  withFactor,
  withoutFactor,
} from './factors.ts'
import { PreferredFactor } from './PreferredFactor.tsx'
import { RecoveryCodesLine } from './RecoveryCodesLine.tsx'
import { useFactors } from './use-factors.ts'

const AuthenticatorDialog = lazy(() =>
  import('./AuthenticatorDialog.tsx').then((module) => ({ default: module.AuthenticatorDialog })),
)

const RecoveryCodesDialog = lazy(() =>
  import('./RecoveryCodesDialog.tsx').then((module) => ({ default: module.RecoveryCodesDialog })),
)

/** What is asked for after the password: each way the site offers, on or off. */
export function SecondStep({ security }: { security: Security }) {
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
    const verb = factor === 'TOTP' ? 'Remove' : 'Turn off'
    openModal('confirm-dialog', {
      title: `${verb} ${name}?`,
      text: `${factorSummary({ ...security, factors: change.on, preferred: change.preferred })} ${FACTORS[factor].back}`,
      confirm: verb,
      cancel: 'Keep it on',
      danger: true,
      onConfirm: async () => {
        await saving.mutateAsync(change).finally(saving.reset)
        showToast({ tone: 'plain', title: `${title}: off` })
      },
    })
  }

  return (
    <div className="grid gap-5">
      {problem && !starting.data && <Note tone="bad">{formError(problem)}</Note>}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Tag tone={factors.length > 0 ? 'good' : 'plain'}>{factors.length > 0 ? 'On' : 'Off'}</Tag>
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
                      Move it to another phone
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
    showToast({ title: `${FACTORS[factor].title}: on`, text: nextSignIn(factor, change) })
  }
}
