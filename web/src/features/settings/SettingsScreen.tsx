import { LANGUAGE_NAMES, LANGUAGES, readLanguage } from '@laurel/domain/languages'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formError } from '../../app/api-problem.ts'
import { useChooseLanguage } from '../../app/page-language.ts'
import type { Security } from '../../app/security-calls.ts'
import { signOut } from '../../app/session.ts'
import { useSite } from '../../app/site.ts'
import { useTexts, useVisitorLanguage } from '../../app/texts.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { Note } from '../../parts/Note.tsx'
import { Loading, Skeleton } from '../../parts/Progress.tsx'
import { Section } from '../../parts/Section.tsx'
import { Segment } from '../../parts/Segment.tsx'
import { ThemeChoice } from '../../parts/ThemeChoice.tsx'
import { Assistants } from './Assistants.tsx'
import { CloseAccount } from './CloseAccount.tsx'
import { EmailSection } from './EmailSection.tsx'
import { LinkedServices } from './LinkedServices.tsx'
import { NotificationSettings } from './NotificationSettings.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { PhoneSection } from './PhoneSection.tsx'
import { SecondStep } from './SecondStep.tsx'
import { securityQueries } from './security.queries.ts'

/** docs/spec.md §2, "/settings/". */
export function SettingsScreen() {
  const i18n = useTexts()
  const { mfa, oauthDomain, socialProviders } = useSite().accounts
  return (
    <div data-toasts-left className="page pt-12 pb-24 narrow:pt-8 narrow:pb-16">
      <h1 className="pb-6">{i18n.t('Settings')}</h1>
      <Section id="email" title={i18n.t('Email')} text={i18n.t('We send emails and codes to this address.')}>
        <SecurityPart>{(security) => <EmailSection security={security} />}</SecurityPart>
      </Section>
      <Section
        id="phone"
        title={i18n.t('Phone for codes')}
        text={i18n.t(
          'We use it only to text you codes. To change the number we call about orders, go to Account.',
        )}
      >
        <SecurityPart>{(security) => <PhoneSection security={security} />}</SecurityPart>
      </Section>
      <Section
        id="notifications"
        title={i18n.t('Notifications')}
        text={i18n.t(
          'Choose what we notify you about, in the app and by email. The daily summary is one email, sent only on days with news.',
        )}
      >
        <NotificationSettings />
      </Section>
      <Section title={i18n.t('Language')} text={i18n.t('For this site, on all your devices.')}>
        <LanguageChoice />
      </Section>
      <Section
        title={i18n.t('Appearance')}
        text={i18n.t('System follows the setting of your device. We remember your choice in this browser.')}
      >
        <ThemeChoice />
      </Section>
      <PasswordSection />
      {oauthDomain !== undefined && socialProviders.length > 0 && (
        <Section title={i18n.t('Linked services')} text={i18n.t('You can sign in with these services.')}>
          <SecurityPart>{(security) => <LinkedServices security={security} />}</SecurityPart>
        </Section>
      )}
      {mfa !== 'off' && (
        <Section
          title={i18n.t('Second step at sign-in')}
          text={i18n.t('We ask for a code as well, so a stolen password alone can’t open your account.')}
        >
          <SecurityPart>{(security) => <SecondStep security={security} />}</SecurityPart>
        </Section>
      )}
      <Section
        id="assistants"
        title={i18n.t('Connected assistants')}
        text={i18n.t(
          'AI assistants that can see your orders and plan new ones. They can’t pay or send anything. To connect one, give it the address.',
        )}
      >
        <Assistants />
      </Section>
      <Section
        title={i18n.t('Sign out everywhere')}
        text={i18n.t(
          'Lost a laptop, or used someone else’s? This ends all your sessions, here and elsewhere, and disconnects your assistants.',
        )}
      >
        <SignOutEverywhere />
      </Section>
      <Section
        title={i18n.t('Close your account')}
        text={i18n.t(
          'You’ll be signed out everywhere. We’ll still deliver the orders you’ve placed, and keep their records.',
        )}
      >
        <SecurityPart>{(security) => <CloseAccount security={security} />}</SecurityPart>
      </Section>
    </div>
  )
}

function LanguageChoice() {
  const i18n = useTexts()
  const language = useVisitorLanguage()
  const choose = useChooseLanguage()
  return (
    <Segment
      label={i18n.t('Language')}
      options={LANGUAGES.map((one) => ({ value: one, label: LANGUAGE_NAMES[one] }))}
      value={readLanguage(language) ?? 'en'}
      onChange={choose}
    />
  )
}

/** Content that waits for the accounts service, so that the rest of the screen doesn't. */
function SecurityPart({ children }: { children: (security: Security) => ReactNode }) {
  const i18n = useTexts()
  const { data, error, isFetching, refetch } = useQuery(securityQueries.mine())
  if (data) return children(data)
  if (error && !isFetching) {
    return (
      <Note
        tone="warn"
        action={
          <Button size="compact" onClick={() => refetch()}>
            {i18n.t('Try again')}
          </Button>
        }
      >
        {formError(error)}
      </Note>
    )
  }
  return (
    <Loading label={i18n.t('Loading your settings')}>
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-5 w-1/3" />
    </Loading>
  )
}

/** Long enough to read after the page has changed. */
const LONG_MS = 12_000

function SignOutEverywhere() {
  const i18n = useTexts()
  const navigate = useNavigate()
  const leaving = useMutation({
    mutationFn: () => signOut({ everywhere: true }),
    // Go home explicitly: on this page, the guard would ask the signed-out visitor to sign in.
    onSuccess: async () => {
      await navigate({ to: '/', replace: true })
      showToast({
        title: i18n.t('You’re signed out everywhere'),
        text: i18n.t('You’ll need to sign in again on every device.'),
        durationMs: LONG_MS,
      })
    },
    onError: (cause) => {
      console.error('Failed to sign out everywhere', cause)
      showToast({
        tone: 'bad',
        title: i18n.t('We couldn’t sign you out everywhere'),
        text: formError(cause) ?? '',
        durationMs: LONG_MS,
      })
    },
  })
  return (
    <Button isPending={leaving.isPending} onClick={() => leaving.mutate()}>
      {i18n.t('Sign out everywhere')}
    </Button>
  )
}
