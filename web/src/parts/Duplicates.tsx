import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formError } from '../app/api-problem.ts'
import { call } from '../app/call.ts'
import { refreshOrders } from '../app/orders.queries.ts'
import { showFailure, showToast } from '../app/toast-store.ts'
import { Button } from './Button.tsx'
import type { CardItem } from './card/CardItemCanvas.tsx'
import { count, plural } from './format.ts'
import { Note } from './Note.tsx'

type Item = Pick<CardItem, 'id' | 'name' | 'duplicates'>

type DuplicatesProps = {
  item: Item
  /** Where the list's screen returns to. */
  from?: 'payment'
  /** Called when the list opens. */
  onLeave?: () => void
  /** Called when the buttons disappear, to move the focus. */
  onDecided: () => void
}

export function hasDuplicates({ duplicates }: Pick<Item, 'duplicates'>): boolean {
  return duplicates.count > 0
}

/** Possible duplicates on a card's list, to remove or keep. Renders nothing if there are none. */
export function Duplicates({ item, from, onLeave, onDecided }: DuplicatesProps) {
  const queryClient = useQueryClient()
  const { count: people, cents } = item.duplicates
  const decide = useMutation({
    mutationFn: (action: 'delete' | 'keep') =>
      call(api.bulkChangeRecipients, { body: { cardItemId: item.id, action, all: true, only: 'duplicate' } }),
    onSuccess: async ({ undoToken, changedCount }, action) => {
      await refresh(queryClient, item.id)
      onDecided()
      if (action === 'keep') return
      showToast({
        title: `${plural(changedCount, 'duplicate')} removed`,
        onUndo: () => void bringBack(queryClient, item.id, undoToken),
      })
    },
  })
  const pending = decide.isPending ? decide.variables : undefined
  if (!hasDuplicates(item)) return null

  return (
    <div className="mb-4">
      <Note
        tone="warn"
        action={
          <>
            <Button
              size="compact"
              isPending={pending === 'delete'}
              isDisabled={pending === 'keep'}
              onClick={() => decide.mutate('delete')}
            >
              Remove {people === 1 ? 'the duplicate' : `${count(people)} duplicates`}
            </Button>
            <Button
              size="compact"
              look="plain"
              isPending={pending === 'keep'}
              isDisabled={pending === 'delete'}
              onClick={() => decide.mutate('keep')}
            >
              Send anyway
            </Button>
          </>
        }
      >
        <p className="font-semibold">
          {item.name}: {people === 1 ? '1 person may be' : `${count(people)} people may be`} on the list twice
        </p>
        <p>
          {people === 1
            ? `The second card holds ${formatCents(cents)}. Remove it, or send both.`
            : `The extra cards hold ${formatCents(cents)}. Remove them, or send them all.`}{' '}
          <Link
            to={'/create-reward/recipients' as string}
            search={{ item: item.id, only: 'duplicate', ...(from && { from }) } as never}
            className="link whitespace-nowrap"
            onClick={onLeave}
          >
            Show {people === 1 ? 'the duplicate' : 'the duplicates'}
          </Link>
        </p>
        {decide.isError && <p className="text-bad">{formError(decide.error)}</p>}
      </Note>
    </div>
  )
}

async function bringBack(queryClient: QueryClient, itemId: number, undoToken: string): Promise<void> {
  try {
    await call(api.undoRecipientChange, { body: { undoToken } })
    await refresh(queryClient, itemId)
  } catch (cause) {
    showFailure('We couldn’t undo that', cause)
  }
}

async function refresh(queryClient: QueryClient, itemId: number): Promise<void> {
  queryClient.removeQueries({ queryKey: ['recipients', itemId] })
  await Promise.all([refreshOrders(queryClient), queryClient.invalidateQueries({ queryKey: ['card-items'] })])
}
