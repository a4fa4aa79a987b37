import { useAuthenticator } from '@aws-amplify/ui-react'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'

/** Copies the authenticator app's key. The library's own control cannot be reached by keyboard. */
export function CopyKey() {
  const { totpSecretCode } = useAuthenticator((context) => [context.totpSecretCode])
  if (!totpSecretCode) return null

  async function copy(key: string) {
    try {
      await navigator.clipboard.writeText(key)
      showToast({ title: 'Key copied' })
    } catch {
      showToast({ tone: 'bad', title: 'The key could not be copied', text: 'Select it and copy it by hand.' })
    }
  }

  return <Button onClick={() => copy(totpSecretCode)}>Copy the key</Button>
}
