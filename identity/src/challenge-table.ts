import type { Challenge } from './challenge.ts'
import { emailOtp } from './challenges/email-otp.ts'
import { mfaSetup } from './challenges/mfa-setup.ts'
import { newPasswordRequired } from './challenges/new-password-required.ts'
import { selectMfaType } from './challenges/select-mfa-type.ts'
import { smsMfa } from './challenges/sms-mfa.ts'
import { softwareTokenMfa } from './challenges/software-token-mfa.ts'

/** Every sign-in challenge, in order. A new one is a file and a line here. */
export const CHALLENGES: Challenge[] = [
  newPasswordRequired,
  mfaSetup,
  selectMfaType,
  softwareTokenMfa,
  emailOtp,
  smsMfa,
]
