import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../app/call.ts'
import type { RecipientList } from '../../app/recipient-lists.queries.ts'
import { Button } from '../../parts/Button.tsx'
import { count } from '../../parts/format.ts'
import { Icon } from '../../parts/Icon.tsx'
import { Modal } from '../../parts/Modal.tsx'
import { NameForm } from './NameForm.tsx'
import type { RecipientsSearch } from './recipients-search.ts'

type ListNavProps = {
  lists: readonly RecipientList[]
  /** Null shows everybody saved. */
  current: number | null
  onGo: (to: RecipientsSearch) => void
}

const ENTRY = 'flex min-h-11 items-center justify-between gap-3 rounded-control px-3.5 font-medium '

/** The lists by name, and everybody before them. */
export function ListNav({ lists, current, onGo }: ListNavProps) {
  const queryClient = useQueryClient()
  const [isNaming, setNaming] = useState(false)
  const create = useMutation({
    mutationFn: (name: string) => call(api.createRecipientList, { body: { name } }),
    onSuccess: async (list) => {
      await queryClient.invalidateQueries({ queryKey: ['saved-lists'] })
      setNaming(false)
      onGo({ list: list.id })
    },
  })
  return (
    <nav aria-label="Lists" className="grid gap-1">
      <Link to="/recipients" search={{}} {...entry(current === null)}>
        All saved people
      </Link>
      {lists.map((list) => (
        <Link key={list.id} to="/recipients" search={{ list: list.id }} {...entry(current === list.id)}>
          <span className="min-w-0 truncate">{list.name}</span>
          <span className="text-muted">{count(list.peopleCount)}</span>
        </Link>
      ))}
      <Button look="link" className="mt-2 justify-self-start px-3.5!" onClick={() => setNaming(true)}>
        <Icon of={Plus} size={18} />
        New list
      </Button>
      <Modal isOpen={isNaming} onClose={() => setNaming(false)} title="New list">
        <NameForm
          name=""
          action="Make the list"
          problem={create.error}
          isPending={create.isPending}
          onName={create.mutate}
        />
      </Modal>
    </nav>
  )
}

/** The router counts every list as this page: which one is shown is said here. */
function entry(isCurrent: boolean) {
  return {
    activeProps: { 'aria-current': isCurrent ? ('page' as const) : undefined },
    className: `${ENTRY} ${isCurrent ? 'bg-accent-tint text-accent-text' : 'hover:bg-sunken'}`,
  }
}
