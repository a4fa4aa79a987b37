import type { CatalogKind } from '@laurel/contract/office-catalog'
import { api } from '@laurel/contract/routes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { formError } from '../../../app/api-problem.ts'
import { call } from '../../../app/call.ts'
import { showToast } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { Switch } from '../../../parts/Switch.tsx'
import { refreshOffice } from '../office.queries.ts'
import { catalogQueries, type Entry } from './catalog.queries.ts'
import { entryWords } from './entry-words.ts'
import { kindWords } from './kind-words.ts'
import { TemplateCard } from './TemplateCard.tsx'

type EntryListProps = { kind: CatalogKind; entries: readonly Entry[]; onOpen: (entry: Entry) => void }

export function EntryList({ kind, entries, onOpen }: EntryListProps) {
  const { orders, switches, one } = kindWords(kind)
  const { isPending, move, turn } = useQuickChanges(kind, entries)
  if (entries.length === 0)
    return <EmptyState title={`No ${one} yet`}>The first one shows in the shop at once.</EmptyState>
  return (
    <ul className="border-line border-t">
      {entries.map((entry, index) => {
        const { title, detail } = entryWords(kind, entry)
        return (
          <li
            key={entry.id}
            className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b py-3 ${entry.active ? '' : 'text-muted'}`}
          >
            {kind === 'templates' && (
              <div className="w-24 shrink-0">
                <TemplateCard values={entry.values} thumb />
              </div>
            )}
            <div className="min-w-0 flex-1 basis-56">
              <b className="block font-semibold">{title}</b>
              {detail && <span className="line-clamp-2 block text-muted text-small">{detail}</span>}
            </div>
            <div className="flex items-center gap-1">
              {orders && (
                <>
                  <Button
                    look="plain"
                    size="round"
                    aria-label={`Move ${title} up`}
                    isDisabled={index === 0 || isPending}
                    onClick={() => move(index, index - 1)}
                  >
                    <Icon of={ArrowUp} size={18} />
                  </Button>
                  <Button
                    look="plain"
                    size="round"
                    aria-label={`Move ${title} down`}
                    isDisabled={index === entries.length - 1 || isPending}
                    onClick={() => move(index, index + 1)}
                  >
                    <Icon of={ArrowDown} size={18} />
                  </Button>
                </>
              )}
              {switches && (
                <span className="mx-2">
                  <Switch
                    aria-label={`${title} is offered`}
                    isSelected={entry.active}
                    isDisabled={isPending}
                    onChange={(active) => turn(entry, active)}
                  >
                    <span aria-hidden="true" className="inline-block w-7 text-small">
                      {entry.active ? 'On' : 'Off'}
                    </span>
                  </Switch>
                </span>
              )}
              <Button size="compact" aria-label={`Edit ${title}`} onClick={() => onOpen(entry)}>
                Edit
              </Button>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** What one press does: the answer is the catalog as it then is, also when somebody else was faster. */
function useQuickChanges(kind: CatalogKind, entries: readonly Entry[]) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (run: () => ReturnType<typeof call<'getOfficeCatalog'>>) => run(),
    onSuccess: (catalog) => queryClient.setQueryData(catalogQueries.whole().queryKey, catalog),
    onError: (cause) => {
      showToast({
        tone: 'bad',
        title: 'That did not work',
        text: formError(cause) ?? 'Try again in a moment.',
      })
      void refreshOffice(queryClient)
    },
  })
  return {
    isPending: change.isPending,
    move(from: number, to: number) {
      const ids = entries.map(({ id }) => id)
      ids.splice(to, 0, ...ids.splice(from, 1))
      change.mutate(() => call(api.orderCatalog, { params: { kind }, body: { ids } }))
    },
    turn({ id, version }: Entry, active: boolean) {
      const body = { seenVersion: version, active }
      change.mutate(() => call(api.patchCatalogEntry, { params: { kind, id }, body }))
    },
  }
}
