import { useQuery } from '@tanstack/react-query'
import { Button } from '../../parts/Button.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { customerQueries } from '../customer.queries.ts'
import { closeModal } from '../modal-store.ts'
import { paths } from '../paths.ts'

/** Who is signed in and where to go from there: the modal's `account` variant (docs/spec.md §4). */
export function AccountSummary({ onSignOut }: { onSignOut: () => void }) {
  const { data: customer } = useQuery(customerQueries.me())
  const name = [customer?.firstName, customer?.lastName].filter(Boolean).join(' ')
  return (
    <div className="grid gap-6 pt-4">
      <div>
        {name && <p className="font-semibold">{name}</p>}
        <p className="break-words text-muted">{customer?.email}</p>
        {customer?.legalBusinessName && <p className="text-muted">{customer.legalBusinessName}</p>}
      </div>
      <div className="flex flex-wrap gap-3">
        <LinkButton to={paths.account} onClick={closeModal}>
          Open account
        </LinkButton>
        <LinkButton to={paths.settings} onClick={closeModal}>
          Open settings
        </LinkButton>
        <Button
          look="plain"
          onClick={() => {
            closeModal()
            onSignOut()
          }}
        >
          Sign out
        </Button>
      </div>
    </div>
  )
}
