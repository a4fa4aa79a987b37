import type { CatalogKind } from '@laurel/contract/office-catalog'
import { api } from '@laurel/contract/routes'
import type { RewardType } from '@laurel/domain/reward-type'
import { useState } from 'react'
import { call } from '../../../app/call.ts'
import { Button } from '../../../parts/Button.tsx'
import { Drawer } from '../../../parts/Drawer.tsx'
import { Form } from '../../../parts/Form.tsx'
import { Segment } from '../../../parts/Segment.tsx'
import { Select } from '../../../parts/Select.tsx'
import { useSave } from '../admin/use-save.ts'
import type { Entry, Values } from './catalog.queries.ts'
import { EntryField } from './EntryField.tsx'
import { entryWords } from './entry-words.ts'
import { EMPTY, FIELDS, valueAt, withValue } from './form-fields.ts'
import { kindWords } from './kind-words.ts'
import { TemplateCard } from './TemplateCard.tsx'

type EntryDrawerProps = {
  kind: CatalogKind
  entry: Entry | undefined
  /** What a new one may be, where each stands in the list once. */
  names: readonly { value: string; label: string }[] | undefined
  onClose: () => void
}

const TYPES = [
  { value: 'bulk', label: 'Bulk' },
  { value: 'direct', label: 'Direct' },
  { value: 'digital', label: 'Digital' },
] as const

/** One thing of the catalog: a new one, or as it is now. */
export function EntryDrawer({ kind, entry, names, onClose }: EntryDrawerProps) {
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
    <Drawer
      isOpen
      onClose={onClose}
      title={entry ? `Edit ${entryWords(kind, entry).title}` : `Add ${one}`}
      footer={
        <div className="flex justify-end gap-3">
          <Button look="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="catalog-entry" look="primary" isPending={save.isPending}>
            {entry ? 'Save' : `Add ${one}`}
          </Button>
        </div>
      }
    >
      {kind === 'templates' && (
        <div className="sticky top-0 z-10 mb-6 grid justify-items-center gap-3 rounded-panel bg-canvas p-4">
          <div className="w-full max-w-[260px]">
            <TemplateCard values={values} rewardType={shownType} />
          </div>
          <Segment label="Show it as" options={TYPES} value={shownType} onChange={setShownType} />
        </div>
      )}
      <Form
        id="catalog-entry"
        onSubmit={() => save.mutate()}
        problem={save.error}
        className="grid gap-4 pb-8"
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
      </Form>
    </Drawer>
  )
}
