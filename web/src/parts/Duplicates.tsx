import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formError } from '../app/api-problem.ts'
import { call } from '../app/call.ts'
import { refreshOrders } from '../app/orders.queries.ts'
import { pageTexts, useTexts } from '../app/texts.ts'
import { showFailure, showToast } from '../app/toast-store.ts'
import { Button } from './Button.tsx'
import type { CardItem } from './card/CardItemCanvas.tsx'
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
  const i18n = useTexts()
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
        title: i18n.t('{changedCount, plural, one {# duplicate} other {# duplicates}} removed', {
          changedCount,
        }),
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
              {i18n.t('{people, plural, one {Remove the duplicate} other {Remove # duplicates}}', { people })}
            </Button>
            <Button
              size="compact"
              look="plain"
              isPending={pending === 'keep'}
              isDisabled={pending === 'delete'}
              onClick={() => decide.mutate('keep')}
            >
              {i18n.t('Send anyway')}
            </Button>
          </>
        }
      >
        <p className="font-semibold">
          {i18n.t('{name}: {people, plural, one {# person} other {# people}} may be on the list twice', {
            name: item.name,
            people,
          })}
        </p>
        <p>
          {people === 1
            ? i18n.t('The second card is worth {cents}. Remove it, or send both.', {
                cents: formatCents(cents),
              })
            : i18n.t('The extra cards are worth {cents}. Remove them, or send them all.', {
                cents: formatCents(cents),
              })}{' '}
          <Link
            to={'/create-reward/recipients' as string}
            search={{ item: item.id, only: 'duplicate', ...(from && { from }) } as never}
            className="link whitespace-nowrap"
            onClick={onLeave}
          >
            {i18n.t('{people, plural, one {Show the duplicate} other {Show the duplicates}}', { people })}
          </Link>
        </p>
        {decide.isError && <p className="text-bad">{formError(decide.error)}</p>}
      </Note>
    </div>
  )
}

async function bringBack(queryClient: QueryClient, itemId: number, undoToken: string): Promise<void> {
  const i18n = pageTexts()

  try {
    await call(api.undoRecipientChange, { body: { undoToken } })
    await refresh(queryClient, itemId)
  } catch (cause) {
    showFailure(i18n.t('We couldn’t undo that'), cause)
  }
}

async function refresh(queryClient: QueryClient, itemId: number): Promise<void> {
  queryClient.removeQueries({ queryKey: ['recipients', itemId] })
  await Promise.all([refreshOrders(queryClient), queryClient.invalidateQueries({ queryKey: ['card-items'] })])
}
