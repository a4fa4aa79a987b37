import { useMutation } from '@tanstack/react-query'
import { accountProblem } from '../../app/account-problem.ts'
import { formError } from '../../app/api-problem.ts'
import { loadAccounts } from '../../app/session.ts'
import type { SocialProvider } from '../../app/session-accounts.ts'
import { useSite } from '../../app/site.ts'
import { useTexts } from '../../app/texts.ts'
import { Button } from '../../parts/Button.tsx'
import { Note } from '../../parts/Note.tsx'
import { ServiceLogo } from '../../parts/ServiceLogo.tsx'

/** The other services that a site accepts, below its own form. */
export function SocialWays({ screen }: { screen: 'signIn' | 'signUp' }) {
  const i18n = useTexts()
  const { socialProviders, oauthDomain } = useSite().accounts
  const leave = useMutation({ mutationFn: leaveFor })

  const words = (provider: string) =>
    screen === 'signIn'
      ? i18n.t('Sign in with {provider}', { provider })
      : i18n.t('Sign up with {provider}', { provider })
  const areMany = socialProviders.length > 2
  return (
    <>
      {leave.error && <Note tone="bad">{formError(leave.error)}</Note>}
      {oauthDomain !== undefined && socialProviders.length > 0 && (
        <div className="grid gap-4">
          <p className="flex items-center gap-4 text-muted text-small before:h-px before:flex-1 before:bg-line-mid after:h-px after:flex-1 after:bg-line-mid">
            {i18n.t('or continue with')}
          </p>
          <div className={`grid gap-3 ${areMany ? 'grid-cols-2' : ''}`}>
            {socialProviders.map((provider) => (
              <Button
                key={provider}
                isPending={leave.isPending && leave.variables === provider}
                onClick={() => leave.mutate(provider)}
                aria-label={words(provider)}
              >
                <ServiceLogo of={provider} />
                {areMany ? provider : words(provider)}
              </Button>
            ))}
          </div>
        </div>
      )}
    </>
  )
}

/** Passes along the page that a guard redirected the visitor from. */
async function leaveFor(provider: SocialProvider): Promise<void> {
  const wanted = new URLSearchParams(location.search).get('redirect') ?? '/'
  try {
    const accounts = await loadAccounts()
    await accounts.leaveForService(provider, wanted)
  } catch (cause) {
    throw accountProblem(cause)
  }
}
