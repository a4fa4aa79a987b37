import { useSite } from '../../app/site.ts'
import { Section } from '../../parts/Section.tsx'
import { CloseAccount } from './CloseAccount.tsx'
import { EmailSection } from './EmailSection.tsx'
import { LinkedServices } from './LinkedServices.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { PhoneSection } from './PhoneSection.tsx'
import { SecondStep } from './SecondStep.tsx'
import { SecurityPart } from './SecurityPart.tsx'
import { SignOutEverywhere } from './SignOutEverywhere.tsx'

/** docs/spec.md §2, "/settings/". */
export function SettingsScreen() {
  const { mfa, oauthDomain, socialProviders } = useSite().accounts
  return (
    <div data-toasts-left className="page pt-12 pb-24 narrow:pt-8 narrow:pb-16">
      <h1 className="pb-6">Settings</h1>
      <Section id="email" title="Email" text="We send your mail and your codes to this address.">
        <SecurityPart>{(security) => <EmailSection security={security} />}</SecurityPart>
      </Section>
      <Section
        id="phone"
        title="Phone for codes"
        text="We text codes to it and nothing else. To change the number we call about orders, go to Account."
      >
        <SecurityPart>{(security) => <PhoneSection security={security} />}</SecurityPart>
      </Section>
      <PasswordSection />
      {oauthDomain !== undefined && socialProviders.length > 0 && (
        <Section title="Linked services" text="These services sign in to your account.">
          <SecurityPart>{(security) => <LinkedServices security={security} />}</SecurityPart>
        </Section>
      )}
      {mfa !== 'off' && (
        <Section
          title="Second step at sign-in"
          text="We ask for a code as well, so a stolen password alone can’t open your account."
        >
          <SecurityPart>{(security) => <SecondStep security={security} />}</SecurityPart>
        </Section>
      )}
      <Section
        title="Sign out everywhere"
        text="Lost a laptop, or used someone else’s? This ends all your sessions, here and elsewhere."
      >
        <SignOutEverywhere />
      </Section>
      <Section
        title="Close your account"
        text="Your sign-in ends, here and on every device. Orders already placed are carried out, and their records are kept."
      >
        <SecurityPart>{(security) => <CloseAccount security={security} />}</SecurityPart>
      </Section>
    </div>
  )
}
