import { useNavigate } from '@tanstack/react-router'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import { openModal } from '../../app/modal-store.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'

export function CloseAccount() {
  const navigate = useNavigate()

  async function close() {
    const calls = await loadAccountCalls()
    await calls.closeAccount()
    showToast({ tone: 'plain', title: 'Your account is closed' })
    navigate({ to: '/', replace: true })
  }

  return (
    <Button
      look="danger"
      onClick={() =>
        openModal('confirm-dialog', {
          title: 'Close your account?',
          text: 'Your sign-in is removed at once, on every device. It cannot be undone.',
          confirm: 'Close my account',
          cancel: 'Keep it',
          danger: true,
          onConfirm: close,
        })
      }
    >
      Close my account
    </Button>
  )
}
