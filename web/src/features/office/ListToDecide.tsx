import { type ReactNode, useState } from 'react'
import { EmptyState } from '../../parts/Note.tsx'
import { Segment } from '../../parts/Segment.tsx'
import { ChangedNote, PagedList, type PagedListProps, ScreenHead } from './ListParts.tsx'
import type { OpenSearch } from './screen-searches.ts'

type ListToDecideProps<Line> = {
  title: string
  text: string
  search: OpenSearch
  onSearch: (next: OpenSearch, options?: { resetScroll: false }) => void
  read: PagedListProps<Line>['read']
  words: {
    /** The name of the first view; the headings are for screen readers. */
    open: string
    openHeading: string
    allHeading: string
    /** What the list holds: "Refunds". */
    lines: string
    /** Shown if someone else decided first. */
    changed: string
    /** Shown if there is nothing to decide, and if there has never been. */
    noneOpen: string
    none: string
    /** What the list will show. */
    would: string
  }
  children: (line: Line, onChanged: () => void) => ReactNode
  /** The open dialog, if any. */
  asked?: (onChanged: () => void) => ReactNode
}

/** A list of what needs a decision, with a second view of what was decided before. */
export function ListToDecide<Line>({
  title,
  text,
  search: { only, page },
  onSearch,
  read,
  words,
  children,
  asked,
}: ListToDecideProps<Line>) {
  const [isChanged, setChanged] = useState(false)
  const tellChanged = () => setChanged(true)
  const isAll = only === 'all'
  return (
    <>
      <ScreenHead title={title} text={text} />
      <Segment
        label="Show"
        options={[
          { value: 'open', label: words.open },
          { value: 'all', label: 'All' },
        ]}
        value={only ?? 'open'}
        onChange={(next) => onSearch(next === 'all' ? { only: next } : {}, { resetScroll: false })}
      />
      {isChanged && (
        <ChangedNote onSeen={() => setChanged(false)} className="mt-5 max-w-[760px]">
          {words.changed}
        </ChangedNote>
      )}
      <div className="mt-4 max-w-[760px]">
        <h2 className="sr-only">{isAll ? words.allHeading : words.openHeading}</h2>
        <PagedList
          label={words.lines}
          read={read}
          page={page}
          onPage={(next) => onSearch({ ...(only && { only }), page: next })}
          empty={<EmptyState title={isAll ? words.none : words.noneOpen}>{words.would}</EmptyState>}
        >
          {(lines) => <ul>{lines.map((line) => children(line, tellChanged))}</ul>}
        </PagedList>
      </div>
      {asked?.(tellChanged)}
    </>
  )
}
