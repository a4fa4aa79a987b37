import { useNavigate } from '@tanstack/react-router'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import { openModal } from '../../app/modal-store.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'

/** What one waits to read after the page has changed. */
const LONG_MS = 12_000

export function CloseAccount() {
  const navigate = useNavigate()

  async function close() {
    const calls = await loadAccountCalls()
    await calls.closeAccount()
    await navigate({ to: '/', replace: true })
    showToast({
      tone: 'plain',
      title: 'Your account is closed',
      text: 'Orders already placed go on their way. You are signed out.',
      durationMs: LONG_MS,
    })
  }

  return (
    <Button
      look="danger"
      onClick={() =>
        openModal('confirm-dialog', {
          title: 'Close your account?',
          text: 'You are signed out on every device and cannot sign in again. What is in your cart is left behind. Orders already placed are carried out, and their records are kept. It cannot be undone.',
          confirm: 'Close my account',
          cancel: 'Keep my account',
          danger: true,
          onConfirm: close,
        })
      }
    >
      Close my account
    </Button>
  )
}
