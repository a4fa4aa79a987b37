import { useQueryClient } from '@tanstack/react-query'
import { loadAccountCalls } from '../../app/load-account-calls.ts'
import { openModal } from '../../app/modal-store.ts'
import type { Security } from '../../app/security-calls.ts'
import { useSite } from '../../app/site.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { canSwitchOff, withoutFactor } from './factors.ts'
import { securityQueries } from './security.queries.ts'

/** Takes the number away, and codes by text message with it; not where they are the only second step. */
export function RemovePhone({ security, onRemoved }: { security: Security; onRemoved: () => void }) {
  const site = useSite()
  const queryClient = useQueryClient()
  const carriesCodes = security.factors.includes('SMS')

  if (carriesCodes && !canSwitchOff(site, security)) {
    return (
      <p className="basis-full text-muted text-small">
        Your codes come to this number, and {site.name} asks everyone for one. To remove it, turn on another
        second step first.
      </p>
    )
  }

  async function remove() {
    const calls = await loadAccountCalls()
    if (carriesCodes) await calls.setFactors(withoutFactor(security, 'SMS'))
    await calls.removePhone()
  }

  async function showWithout() {
    await queryClient.invalidateQueries({ queryKey: securityQueries.mine().queryKey })
    onRemoved()
    showToast({ tone: 'plain', title: 'Your phone number is removed' })
  }

  function ask() {
    let isRemoved = false
    openModal(
      'confirm-dialog',
      {
        title: 'Remove your phone number?',
        text: carriesCodes
          ? 'Codes by text message are turned off with it.'
          : 'We no longer text anything to it. You can add it again at any time.',
        confirm: 'Remove it',
        cancel: 'Keep it',
        danger: true,
        onConfirm: async () => {
          await remove()
          isRemoved = true
        },
      },
      // Not before: while the dialog is open no focus can be given to what is behind it.
      { onClose: () => isRemoved && showWithout() },
    )
  }

  return (
    <Button look="link" aria-label="Remove phone number" onClick={ask}>
      Remove
    </Button>
  )
}
