import { formatPhone } from '@laurel/domain/phone'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Factor, Security } from '../../app/security-calls.ts'

/** Where a second step's codes come from; or what is missing, and where it is mended. */
export function factorDetail(factor: Factor, security: Security): { detail: ReactNode; isReady: boolean } {
  switch (factor) {
    case 'TOTP':
      return { isReady: true, detail: 'An app on your phone shows the codes. It needs no connection.' }
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
