import { formatPhone } from '@laurel/domain/phone'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import type { Factor, FactorChange, Security } from '../../app/security-calls.ts'
import type { Site } from '../../app/site.ts'
import { pageTexts } from '../../app/texts.ts'
import { securityQueries } from './security.queries.ts'

type FactorWords = {
  title: string
  /** The title inside a sentence. */
  name: string
  /** Completes "we ask for …". */
  code: string
  /** How to turn it on again. */
  back: string
}

/** Safest first, the order on screen. */
export const FACTORS: Readonly<Record<Factor, FactorWords>> = {
  TOTP: {
    title: /*i18n*/ 'Authenticator app',
    name: /*i18n*/ 'the authenticator app',
    code: /*i18n*/ 'a code from your authenticator app',
    back: /*i18n*/ 'To use the app again, set it up with a new key.',
  },
  EMAIL: {
    title: /*i18n*/ 'Codes by email',
    name: /*i18n*/ 'codes by email',
    code: /*i18n*/ 'a code we email you',
    back: /*i18n*/ 'You can turn them on again at any time.',
  },
  SMS: {
    title: /*i18n*/ 'Codes by text message',
    name: /*i18n*/ 'codes by text message',
    code: /*i18n*/ 'a code we text you',
    back: /*i18n*/ 'You can turn them on again at any time.',
  },
}

/** The second steps that the site offers, plus any that are still on. */
export function shownFactors({ accounts }: Pick<Site, 'accounts'>, { factors }: Security): Factor[] {
  const all = Object.keys(FACTORS) as Factor[]
  return all.filter((factor) => accounts.mfaTypes.includes(factor) || factors.includes(factor))
}

/** False for the last second step on a site that requires one. */
export function canSwitchOff({ accounts }: Pick<Site, 'accounts'>, { factors }: Security): boolean {
  return accounts.mfa !== 'required' || factors.length > 1
}

export function withFactor({ factors, preferred }: Security, factor: Factor): FactorChange {
  return { on: [...factors.filter((one) => one !== factor), factor], preferred }
}

export function withoutFactor({ factors, preferred }: Security, factor: Factor): FactorChange {
  return {
    on: factors.filter((one) => one !== factor),
    preferred: preferred === factor ? null : preferred,
    off: factor,
  }
}

type SignsInWith = Pick<Security, 'factors' | 'preferred' | 'hasPassword' | 'services'>

/** How the user signs in, in a sentence. */
export function factorSummary({ factors, preferred, hasPassword, services }: SignsInWith): string {
  const i18n = pageTexts()

  const [first] = factors
  if (!first)
    return i18n.t('{step} is all you need to sign in.', {
      step: hasPassword ? i18n.t('Your password') : firstSteps(services),
    })
  const asked = factors.length === 1 ? first : preferred
  const after = hasPassword ? i18n.t('After your password') : i18n.t('When you sign in,')
  return asked
    ? i18n.t('{after} we ask for {code}.', { after, code: i18n.t(FACTORS[asked].code) })
    : i18n.t('{after} you choose which code we ask for.', { after })
}

/** How people without a password sign in. */
function firstSteps(services: Security['services']): string {
  const i18n = pageTexts()

  if (services.length === 0) return i18n.t('An emailed code')
  const names = services.map(({ name }) => name)
  return new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(names)
}

/** How a second step that was just turned on will be used. */
export function nextSignIn(factor: Factor, { on, preferred }: FactorChange): string {
  const i18n = pageTexts()

  if (on.length === 1 || preferred === factor) return i18n.t('We ask for it from your next sign-in.')
  return preferred
    ? i18n.t('We’ll keep asking for {code}.', { code: i18n.t(FACTORS[preferred].code) })
    : i18n.t('You choose at each sign-in which code we ask for.')
}

/** Where a second step's codes come from, or a link to what must be done first. */
export function factorDetail(factor: Factor, security: Security): { detail: ReactNode; isReady: boolean } {
  const i18n = pageTexts()

  switch (factor) {
    case 'TOTP':
      return { isReady: true, detail: i18n.t('An app on your phone shows the codes, even offline.') }
    case 'EMAIL':
      if (security.isEmailVerified)
        return { isReady: true, detail: i18n.t('To {email}.', { email: security.email }) }
      return { isReady: false, detail: missing('email', i18n.t('Confirm your email')) }
    case 'SMS': {
      const { phone, isPhoneVerified } = security
      if (isPhoneVerified)
        return { isReady: true, detail: i18n.t('To {phone}.', { phone: formatPhone(phone) }) }
      return {
        isReady: false,
        detail: missing('phone', phone ? i18n.t('Confirm your phone number') : i18n.t('Add a phone number')),
      }
    }
  }
}

function missing(hash: string, what: string): ReactNode {
  const i18n = pageTexts()

  return (
    <>
      <Link to="/settings" hash={hash} className="link">
        {what}
      </Link>{' '}
      {i18n.t('first.')}
    </>
  )
}

/** Changes the second steps, then reads them again from the service. */
export function useFactors() {
  const queryClient = useQueryClient()
  const saving = useMutation({
    mutationFn: async (change: FactorChange) => (await loadAccountCalls()).setFactors(change),
    onSettled: () => queryClient.invalidateQueries({ queryKey: securityQueries.mine().queryKey }),
  })
  /** Gets a new key each time: one that was shown but never confirmed is worthless. */
  const starting = useMutation({
    mutationFn: async () => (await loadAccountCalls()).startAuthenticator(),
    onMutate: () => saving.reset(),
  })
  return { saving, starting }
}
