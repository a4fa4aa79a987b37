import type { CatalogKind } from '@laurel/contract/office-catalog'
import { api } from '@laurel/contract/routes'
import { formatCents } from '@laurel/domain/money'
import type { RewardType } from '@laurel/domain/reward-type'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { showFailure } from '../../../app/toast-store.ts'
import { Button } from '../../../parts/Button.tsx'
import { Switch } from '../../../parts/Checkbox.tsx'
import { plural } from '../../../parts/format.ts'
import { Icon } from '../../../parts/Icon.tsx'
import { EmptyState } from '../../../parts/Note.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { Select } from '../../../parts/Select.tsx'
import { Chip, Chips } from '../../../parts/Tag.tsx'
import { Loaded, Panel, ScreenHead } from '../ListParts.tsx'
import { OfficeDrawer } from '../OfficeDialog.tsx'
import { refreshOffice } from '../office.queries.ts'
import { useSave } from '../office-mutations.ts'
import type { CatalogSearch } from '../screen-searches.ts'
import { type Entry, entriesOf, officeCatalogQueries, type Values } from './catalog.queries.ts'
import { EntryField } from './EntryField.tsx'
import { EMPTY, FIELDS, valueAt, withValue } from './form-fields.ts'
import { KIND_WORDS, kindWords, missingNames, nameWords } from './kind-words.ts'
import { TemplateCard } from './TemplateCard.tsx'

/** The site's catalog, kind by kind. */
export function CatalogScreen({ search: { kind = 'rewards' } }: { search: CatalogSearch }) {
  const navigate = useNavigate()
  const read = useQuery(officeCatalogQueries.whole())
  const [open, setOpen] = useState<Entry | 'new'>()
  const words = kindWords(kind)
  const missing = read.data && missingNames(kind, entriesOf(read.data, kind))
  const mayAdd = missing === undefined || missing.length > 0
  return (
    <>
      <ScreenHead title="Catalog" text="Changes show in the shop within seconds. Placed orders don’t change.">
        {mayAdd && (
          <Button look="primary" onClick={() => setOpen('new')}>
            <Icon of={Plus} />
            Add {words.one}
          </Button>
        )}
      </ScreenHead>
      <Chips label="Kind">
        {KIND_WORDS.map(({ value, label }) => (
          <Chip
            key={value}
            isSelected={value === kind}
            onPress={() =>
              void navigate({
                to: '/office/catalog',
                search: value === 'rewards' ? {} : { kind: value },
                resetScroll: false,
              })
            }
          >
            {label}
          </Chip>
        ))}
      </Chips>
      <Panel title={words.label} className="mt-6 max-w-[860px]">
        <p className="mt-1 mb-3 text-muted">{words.text}</p>
        <Loaded label={words.label} read={read}>
          {(data) => <EntryList key={kind} kind={kind} entries={entriesOf(data, kind)} onOpen={setOpen} />}
        </Loaded>
      </Panel>
      {open && (
        <EntryDrawer
          kind={kind}
          entry={open === 'new' ? undefined : open}
          names={missing}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}

type EntryDrawerProps = {
  kind: CatalogKind
  entry: Entry | undefined
  /** The choices for a new entry, for kinds whose entries are unique. */
  names: readonly { value: string; label: string }[] | undefined
  onClose: () => void
}

const TYPES = [
  { value: 'bulk', label: 'Bulk' },
  { value: 'direct', label: 'Direct' },
  { value: 'digital', label: 'Digital' },
] as const

/** Creates or edits a catalog entry. */
function EntryDrawer({ kind, entry, names, onClose }: EntryDrawerProps) {
  const [values, setValues] = useState<Values>(entry?.values ?? EMPTY[kind] ?? {})
  const [name, setName] = useState(names?.[0]?.value ?? null)
  const [shownType, setShownType] = useState<RewardType>('bulk')
  const { one } = kindWords(kind)
  const save = useSave({
    save: (idempotencyKey) =>
      entry
        ? call(api.patchCatalogEntry, {
            params: { kind, id: entry.id },
            body: { seenVersion: entry.version, values },
          })
        : call(api.addCatalogEntry, {
            params: { kind },
            body: { values, ...(name && { name }) },
            idempotencyKey,
          }),
    done: entry ? 'Saved' : 'Added',
    onDone: onClose,
  })
  return (
    <OfficeDrawer
      title={entry ? `Edit ${entryWords(kind, entry).title}` : `Add ${one}`}
      submit={entry ? 'Save' : `Add ${one}`}
      request={save}
      onClose={onClose}
      before={
        kind === 'templates' && (
          <div className="sticky top-0 z-10 mb-6 grid justify-items-center gap-3 rounded-panel bg-canvas p-4">
            <div className="w-full max-w-[260px]">
              <TemplateCard values={values} rewardType={shownType} />
            </div>
            <Segment label="Show it as" options={TYPES} value={shownType} onChange={setShownType} />
          </div>
        )
      }
    >
      {!entry && names && (
        <Select label="Which" name="name" options={names} value={name} onChange={setName} />
      )}
      {FIELDS[kind].map((field) => (
        <EntryField
          key={field.path}
          field={field}
          value={valueAt(values, field.path)}
          onChange={(value) => setValues((before) => withValue(before, field.path, value))}
          problem={save.error}
        />
      ))}
    </OfficeDrawer>
  )
}

type EntryListProps = { kind: CatalogKind; entries: readonly Entry[]; onOpen: (entry: Entry) => void }

function EntryList({ kind, entries, onOpen }: EntryListProps) {
  const { orders, switches, one } = kindWords(kind)
  const { isPending, move, turn } = useQuickChanges(kind, entries)
  if (entries.length === 0)
    return <EmptyState title={`No ${one} yet`}>Add one to show it in the shop.</EmptyState>
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

/** Changes by one click. Shows the catalog as it is afterwards, also if someone else changed it first. */
function useQuickChanges(kind: CatalogKind, entries: readonly Entry[]) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (run: () => ReturnType<typeof call<'getOfficeCatalog'>>) => run(),
    onSuccess: async (catalog) => {
      const { queryKey } = officeCatalogQueries.whole()
      // A read that is under way may have the catalog from before the change.
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, catalog)
    },
    onError: (cause) => {
      showFailure('That didn’t work', cause)
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

/** The title and detail of a list row. */
function entryWords(kind: CatalogKind, { values, name }: Entry): { title: string; detail: string } {
  const text = (path: string) => String(valueAt(values, path) ?? '')
  const cents = (path: string) => formatCents(Number(valueAt(values, path) ?? 0))
  switch (kind) {
    case 'rewards':
      return {
        title: text('name'),
        detail: `${(values.rewardTypes as string[]).join(', ')}. ${cents('minValueCents')} to ${cents('maxValueCents')}`,
      }
    case 'templates':
      return {
        title: text('name'),
        detail: `${text('background.image') ? 'custom picture' : text('background.art')}, ${text('userLayout.tone')}`,
      }
    case 'amounts':
      return { title: cents('valueCents'), detail: '' }
    case 'messages':
      return { title: text('occasion'), detail: text('text') }
    case 'shipping_options':
      return {
        title: text('service'),
        detail: `${text('rewardType')}, ${cents('priceCents')} per ${text('per')}, ${daysWords(Number(valueAt(values, 'minDays')), Number(valueAt(values, 'maxDays')))}`,
      }
    case 'reward_infos':
      return { title: text('title'), detail: text('description') }
    case 'landing':
      return nameOver(kind, name, text('content.title'))
    case 'heard_about':
      return { title: text('name'), detail: '' }
  }
}

/** `2 days`, `1 to 3 days`, or `same day`. */
function daysWords(min: number, max: number): string {
  if (max === 0) return 'same day'
  return min === max ? plural(max, 'day') : `${min} to ${plural(max, 'day')}`
}

/** A part of a page shows its own text first, and its name below. */
function nameOver(kind: CatalogKind, name: string | undefined, own: string) {
  const which = nameWords(kind, name ?? '')
  return own === '' ? { title: which, detail: '' } : { title: own, detail: which }
}
