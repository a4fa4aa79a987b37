import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { formError } from '../../app/api-problem.ts'
import { call } from '../../app/call.ts'
import { refreshOrders } from '../../app/orders.queries.ts'
import { showToast } from '../../app/toast-store.ts'
import { Button } from '../../parts/Button.tsx'
import { count, plural } from '../../parts/format.ts'
import { Note } from '../../parts/Note.tsx'
import type { Order } from './checkout.queries.ts'

type Item = Order['cardItems'][number]

type DuplicatesProps = {
  items: readonly Item[]
  /** Its buttons are gone: the focus needs a place. */
  onDecided: () => void
}

/** Before paying: people who look like others of their list are removed, or meant. Each is asked about once. */
export function Duplicates({ items, onDecided }: DuplicatesProps) {
  return items
    .filter(hasDuplicates)
    .map((item) => <DuplicatesOf key={item.id} item={item} onDecided={onDecided} />)
}

export function hasDuplicates({ duplicates }: Item): boolean {
  return duplicates.count > 0
}

function DuplicatesOf({ item, onDecided }: { item: Item; onDecided: () => void }) {
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
        <p>Their cards hold {formatCents(cents)}. Remove them, or send a card to each of them.</p>
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
    console.error('Failed to bring duplicates back', cause)
    showToast({ tone: 'bad', title: 'We couldn’t undo that', text: formError(cause) ?? 'Try again.' })
  }
}

async function refresh(queryClient: QueryClient, itemId: number): Promise<void> {
  queryClient.removeQueries({ queryKey: ['recipients', itemId] })
  await Promise.all([refreshOrders(queryClient), queryClient.invalidateQueries({ queryKey: ['card-items'] })])
}
