import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { signOut } from '../../app/session.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'

/** docs/spec.md §2, "/settings/". */
export const Route = createFileRoute('/_signed-in/settings')({
  staticData: { title: 'Settings' },
  component: Settings,
})

function Settings() {
  const [isPending, setPending] = useState(false)

  async function leaveEverywhere() {
    setPending(true)
    try {
      await signOut({ everywhere: true })
    } catch (cause) {
      console.error('Failed to sign out everywhere', cause)
      showToast({
        tone: 'bad',
        title: 'You are still signed in',
        text: 'Check your connection, then try again.',
      })
      setPending(false)
    }
  }

  return (
    <div className="page pb-24">
      <h1 className="pt-12 pb-6 narrow:pt-8 narrow:pb-4">Settings</h1>
      <section className="max-w-[640px] border-line border-t py-8">
        <h2 className="text-h3">Where you are signed in</h2>
        <p className="mt-2 mb-4 text-muted">
          Lost a laptop, or used somebody else’s? This ends every session of yours, here and elsewhere.
        </p>
        <Button look="danger" isPending={isPending} onClick={leaveEverywhere}>
          Sign out everywhere
        </Button>
      </section>
    </div>
  )
}
