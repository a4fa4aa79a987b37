import { Section } from '../../parts/Section.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { CloseAccount } from './CloseAccount.tsx'
import { SignOutEverywhere } from './SignOutEverywhere.tsx'

/** docs/spec.md §2, "/settings/". */
export function SettingsScreen() {
  return (
    <div className="page pt-12 pb-24 narrow:pt-8 narrow:pb-16">
      <h1 className="pb-6">Settings</h1>
      <Section title="Password" text="Your other sessions end when you change it. This one goes on.">
        <ChangePassword />
      </Section>
      <Section
        title="Where you are signed in"
        text="Lost a laptop, or used somebody else’s? This ends every session of yours, here and elsewhere."
      >
        <SignOutEverywhere />
      </Section>
      <Section
        title="Close your account"
        text="You can no longer sign in. Orders already placed are carried out, and their records are kept."
      >
        <CloseAccount />
      </Section>
    </div>
  )
}
