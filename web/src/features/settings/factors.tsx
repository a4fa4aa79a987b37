import { formatPhone } from '@laurel/domain/phone'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import type { Factor, FactorChange, Security } from '../../app/security-calls.ts'
import type { Site } from '../../app/site.ts'
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
    title: 'Authenticator app',
    name: 'the authenticator app',
    code: 'a code from your authenticator app',
    back: 'To use the app again, set it up with a new key.',
  },
  EMAIL: {
    title: 'Codes by email',
    name: 'codes by email',
    code: 'a code we email you',
    back: 'You can turn them on again at any time.',
  },
  SMS: {
    title: 'Codes by text message',
    name: 'codes by text message',
    code: 'a code we text you',
    back: 'You can turn them on again at any time.',
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
  const [first] = factors
  if (!first) return `${hasPassword ? 'Your password' : firstSteps(services)} alone signs you in.`
  const asked = factors.length === 1 ? first : preferred
  const after = hasPassword ? 'After your password' : 'When you sign in,'
  return asked ? `${after} we ask for ${FACTORS[asked].code}.` : `${after} you choose which code we ask for.`
}

/** How people without a password sign in. */
function firstSteps(services: Security['services']): string {
  if (services.length === 0) return 'An emailed code'
  const names = services.map(({ name }) => name)
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(names)
}

/** How a second step that was just turned on will be used. */
export function nextSignIn(factor: Factor, { on, preferred }: FactorChange): string {
  if (on.length === 1 || preferred === factor) return 'We ask for it from your next sign-in.'
  return preferred
    ? `We’ll keep asking for ${FACTORS[preferred].code}.`
    : 'You choose at each sign-in which code we ask for.'
}

/** Where a second step's codes come from, or a link to what must be done first. */
export function factorDetail(factor: Factor, security: Security): { detail: ReactNode; isReady: boolean } {
  switch (factor) {
    case 'TOTP':
      return { isReady: true, detail: 'An app on your phone shows the codes, even offline.' }
    case 'EMAIL':
      if (security.isEmailVerified) return { isReady: true, detail: `To ${security.email}.` }
      return { isReady: false, detail: missing('email', 'Confirm your email') }
    case 'SMS': {
      const { phone, isPhoneVerified } = security
      if (isPhoneVerified) return { isReady: true, detail: `To ${formatPhone(phone)}.` }
      return {
        isReady: false,
        detail: missing('phone', phone ? 'Confirm your phone number' : 'Add a phone number'),
      }
    }
  }
}

function missing(hash: string, what: string): ReactNode {
  return (
    <>
      <Link to="/settings" hash={hash} className="link">
        {what}
      </Link>{' '}
      first.
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
