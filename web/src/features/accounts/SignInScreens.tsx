import { Authenticator, type AuthenticatorProps } from '@aws-amplify/ui-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { passwordPolicyOf } from '../../app/password-policy.ts'
import { holdSignIn, releaseSignIn } from '../../app/session.ts'
import { useSite } from '../../app/site.ts'
import { accountServices } from './account-services.ts'
import { sayItInOurWords } from './account-words.ts'
import './accounts.css'
import { SCREEN_PARTS } from './screen-parts.tsx'
import { signInFields } from './sign-in-fields.tsx'
import { useOwnFieldMessages } from './use-own-field-messages.ts'

sayItInOurWords()

type SignInScreensProps = {
  screen: 'signIn' | 'signUp' | 'forgotPassword'
  onClose: () => void
}

/**
 * The sign-in screens of docs/spec.md §2, in the site's brand. They are the accounts library's own;
 * what they call and what they say is ours.
 */
export function SignInScreens({ screen, onClose }: SignInScreensProps) {
  const site = useSite()
  const navigate = useNavigate()
  const ref = useRef<HTMLDivElement>(null)
  useOwnFieldMessages(ref)

  useEffect(() => {
    holdSignIn()
    return releaseSignIn
  }, [])

  const policy = useMemo(() => passwordPolicyOf(site), [site])
  const formFields = useMemo(() => signInFields(site.name, policy), [site.name, policy])
  const services = useMemo(
    () =>
      accountServices(site, {
        onResetRequired: (email) => {
          onClose()
          navigate({ to: '/reset-password', search: { email } })
        },
      }),
    [site, navigate, onClose],
  )

  return (
    <div ref={ref} className="accounts" data-amplify-theme="laurel">
      <Authenticator
        initialState={screen}
        loginMechanisms={['email']}
        passwordSettings={policy}
        // Its types also know a form for servers, with a context first; here it passes the input alone.
        services={services as AuthenticatorProps['services']}
        formFields={formFields}
        components={SCREEN_PARTS}
      >
        {() => <Entered />}
      </Authenticator>
    </div>
  )
}

/** The last screen: nothing is left to ask. */
function Entered() {
  useEffect(releaseSignIn, [])
  return <span hidden />
}
