import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../parts/Button.tsx'
import { Chip, Chips } from '../../../parts/Chip.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { ReadProblem, RowsLoading } from '../ListParts.tsx'
import type { CatalogSearch } from '../screen-searches.ts'
import { DeskHead } from '../shell/DeskHead.tsx'
import { catalogQueries, type Entry, entriesOf } from './catalog.queries.ts'
import { EntryDrawer } from './EntryDrawer.tsx'
import { EntryList } from './EntryList.tsx'
import { KIND_WORDS, kindWords, missingNames } from './kind-words.ts'

/** What customers choose from, kind by kind. */
export function CatalogScreen({ search: { kind = 'rewards' } }: { search: CatalogSearch }) {
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useQuery(catalogQueries.whole())
  const [open, setOpen] = useState<Entry | 'new'>()
  const words = kindWords(kind)
  const missing = data && missingNames(kind, entriesOf(data, kind))
  const mayAdd = missing === undefined || missing.length > 0
  return (
    <>
      <DeskHead
        title="Catalog"
        text="Changes show in the shop within seconds. Placed orders keep what they have."
      >
        {mayAdd && (
          <Button look="primary" onClick={() => setOpen('new')}>
            <Icon of={Plus} />
            Add {words.one}
          </Button>
        )}
      </DeskHead>
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
      <section aria-labelledby="kind" className="mt-6 max-w-[860px]">
        <h2 id="kind" className="text-h3">
          {words.label}
        </h2>
        <p className="mt-1 mb-3 text-muted">{words.text}</p>
        {!data && error && <ReadProblem problem={error} isFetching={isFetching} onRetry={refetch} />}
        {!data && !error && <RowsLoading label={words.label} />}
        {data && <EntryList key={kind} kind={kind} entries={entriesOf(data, kind)} onOpen={setOpen} />}
      </section>
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
