import { useQuery } from '@tanstack/react-query'
import { openModal } from '../../app/modal-store.ts'
import { recoveryCodeQueries } from '../../app/recovery-codes.queries.ts'
import { Button } from '../../parts/Button.tsx'

type RecoveryCodesLineProps = { onMake: () => Promise<unknown> }

/** How many recovery codes are left, and a way to new ones. */
export function RecoveryCodesLine({ onMake }: RecoveryCodesLineProps) {
  const { data } = useQuery(recoveryCodeQueries.mine())
  if (!data) return null
  const { remaining } = data

  function askToMake() {
    if (remaining === 0) return void onMake()
    openModal('confirm-dialog', {
      title: 'Create new recovery codes?',
      text: 'The codes you have now stop working.',
      confirm: 'Create new codes',
      cancel: 'Keep my codes',
      onConfirm: async () => void (await onMake()),
    })
  }

  return (
    <p className="flex flex-wrap items-baseline gap-x-4 pt-1">
      <span>{leftWords(remaining)}</span>
      <Button look="link" onClick={askToMake}>
        {remaining === 0 ? 'Create recovery codes' : 'Create new codes'}
      </Button>
    </p>
  )
}

function leftWords(remaining: number): string {
  if (remaining === 0) return 'No recovery codes. Without them, a lost phone locks you out.'
  return remaining === 1 ? '1 recovery code left.' : `${remaining} recovery codes left.`
}
