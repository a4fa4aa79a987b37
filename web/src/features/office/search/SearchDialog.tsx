import { SHORTEST_SEARCH } from '@laurel/domain/office-search'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from '../../../parts/Button.tsx'
import { Icon } from '../../../parts/Icon.tsx'
import { Loading, Skeleton } from '../../../parts/Progress.tsx'
import { ReadProblem } from '../../../parts/ReadProblem.tsx'
import { Tag } from '../../../parts/Tag.tsx'
import { useMay, useMe } from '../office.queries.ts'
import { restoreFocus } from '../office-mutations.ts'
import {
  beginningGroups,
  chipWords,
  countWords,
  type Entry,
  type Group,
  groupsOf,
  SCOPES,
  type ScopeId,
} from './entries.ts'
import { Keys } from './Keys.tsx'
import { readRecent, thingAt } from './recent-things.ts'
import { searchQueries } from './search.queries.ts'
import { COMMAND, closeOverlay, openOverlay } from './shortcuts.ts'

const PAUSE_MS = 150

/** Searches everything in the office. Focus stays in the field; arrow keys move through the list. */
export function SearchDialog() {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && closeOverlay()}
      isDismissable
      className="fixed inset-0 z-50 flex items-start justify-center bg-veil px-4 pt-[min(88px,10dvh)] pb-4 backdrop-blur-[3px] data-[entering]:animate-appear narrow:p-0"
    >
      <Modal className="flex max-h-[min(680px,100%)] w-[min(720px,100%)] flex-col overflow-hidden rounded-[18px] bg-raised shadow-lift-3 data-[entering]:animate-rise narrow:h-dvh narrow:max-h-none narrow:w-full narrow:rounded-none">
        <Dialog aria-label="Search" className="flex min-h-0 flex-1 flex-col text-[0.9375rem] outline-none">
          <Palette />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function Palette() {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [scope, setScope] = useState<ScopeId>()
  const [activeKey, setActiveKey] = useState<string>()
  const found = useFound(text.trim(), scope)
  const { entries, isBehind, isFailed } = found
  const active = entries.find(({ key }) => key === activeKey) ?? entries[0]
  const optionId = (entry: Entry) => `${id}-${entries.indexOf(entry)}`
  const { open, openNext, cancelNext } = useOpening(found)
  // The element that had focus may be gone with its screen.
  useEffect(() => restoreFocus, [])

  function narrow(next: ScopeId | undefined) {
    setScope(next)
    setActiveKey(undefined)
    field.current?.focus()
  }

  function move(by: number) {
    if (entries.length === 0 || active === undefined) return
    const next = entries[(entries.indexOf(active) + by + entries.length) % entries.length]!
    setActiveKey(next.key)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (isBehind) openNext()
      else if (active) open(active, event.ctrlKey || event.metaKey)
    }
  }

  return (
    <>
      <div className="flex min-h-[60px] items-center gap-3 border-line border-b ps-5 pe-3.5">
        <Icon of={Search} size={21} className="text-muted" />
        <input
          ref={field}
          // biome-ignore lint/a11y/noAutofocus: the dialog asks for nothing else
          autoFocus
          role="combobox"
          aria-label="Search everything"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active)}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setActiveKey(undefined)
            cancelNext()
          }}
          onKeyDown={onKeyDown}
          maxLength={100}
          placeholder="Orders, people, amounts, settings"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          className="min-h-14 min-w-0 flex-1 bg-transparent text-[1.125rem] outline-none placeholder:text-muted narrow:text-[1rem]"
        />
        <Button look="plain" size="round" onClick={closeOverlay}>
          <span className="sr-only">Close search</span>
          <span className="narrow:hidden">
            <Keys keys={['Esc']} />
          </span>
          <Icon of={X} className="hidden narrow:block" />
        </Button>
      </div>
      <Scopes groups={found.all} scope={scope} onScope={narrow} />
      {isFailed && <ReadProblem read={found.read} className="mx-4 mt-3" />}
      {found.isReadingRecent && <RecentLoading count={found.recentCount} />}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        aria-busy={isBehind}
        className={`min-h-0 flex-1 overflow-y-auto overscroll-contain scroll-py-10 pb-2 ${isBehind ? 'opacity-60' : ''} ${entries.length === 0 ? 'hidden' : ''}`}
      >
        {found.shown.map(({ title, entries: lines }) => (
          // biome-ignore lint/a11y/useSemanticElements: a list has no fieldset
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden="true" className="px-5 pt-2.5 pb-1 text-label text-muted">
              {title}
            </p>
            {lines.map((entry) => (
              <Line
                key={entry.key}
                id={optionId(entry)}
                entry={entry}
                sought={found.text}
                isActive={entry === active}
                onPoint={() => setActiveKey(entry.key)}
                onOpen={() => open(entry)}
              />
            ))}
          </div>
        ))}
      </div>
      {found.isNothing && <Nothing text={found.text} />}
      <p role="status" className="sr-only">
        {isBehind || found.text === '' ? '' : countWords(found.shown)}
      </p>
      <Foot />
    </>
  )
}

type Shown = { title: string; entries: readonly Entry[] }[]

/** The results to show for a text: its own, and until they arrive the previous ones. */
function useFound(typed: string, scope: ScopeId | undefined) {
  const may = useMay()
  const me = useMe()
  const { pathname } = useLocation()
  const [things] = useState(() => {
    const here = thingAt(pathname)
    return readRecent(me.id).filter(({ kind, id }) => kind !== here?.kind || id !== here.id)
  })
  const recent = useQuery({ ...searchQueries.recent(things), enabled: things.length > 0 })
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  const kinds = SCOPES.find(({ id }) => id === scope)?.kinds
  const isLong = asked.length >= SHORTEST_SEARCH
  const everything = useQuery({ ...searchQueries.found(asked, undefined), enabled: isLong })
  const oneKind = useQuery({
    ...searchQueries.found(asked, kinds),
    enabled: isLong && kinds !== undefined && kinds.length > 0,
  })
  const read = kinds !== undefined && kinds.length > 0 ? oneKind : everything
  const isSearched = typed.length >= SHORTEST_SEARCH
  const isFailed = isSearched && read.isError && !read.isPlaceholderData
  const isBehind =
    typed !== '' && (asked !== typed || (isSearched && (read.isPending || read.isPlaceholderData)))
  // Keep the previous results until the new ones arrive.
  const isBeginning = typed === '' || (isSearched && read.data === undefined && !isFailed)
  const text = isBeginning ? '' : isFailed || !isSearched ? typed : (read.data?.text ?? typed)

  const groups = isBeginning
    ? []
    : groupsOf(isSearched && !isFailed ? read.data?.found : undefined, text, may)
  const all =
    isBeginning || isFailed ? groups : groupsOf(isSearched ? everything.data?.found : undefined, text, may)
  const shown: Shown = isBeginning
    ? beginningGroups(recent.data, things, may)
    : groups.filter((group) => scope === undefined || group.id === scope)
  const entries = shown.flatMap((group) => group.entries)
  return {
    text,
    all,
    shown,
    entries,
    read,
    isBehind,
    isFailed,
    isNothing: !isBehind && !isFailed && text !== '' && entries.length === 0,
    isReadingRecent: isBeginning && things.length > 0 && recent.isPending,
    recentCount: things.length,
  }
}

type OpeningProps = { entries: readonly Entry[]; isBehind: boolean; isFailed: boolean }

/**
 * Opens a result. Enter before the answer, which scanners send right after a tracking number, opens the first result
 * once it arrives.
 */
function useOpening({ entries, isBehind, isFailed }: OpeningProps) {
  const navigate = useNavigate()
  const router = useRouter()
  const [isNext, setNext] = useState(false)

  function open({ link }: Entry, inNewTab = false) {
    if (inNewTab) {
      window.open(router.buildLocation({ ...link }).href, '_blank', 'noopener')
      return
    }
    closeOverlay()
    void navigate({ ...link })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only an answer opens something
  useEffect(() => {
    if (!isNext || isBehind) return
    setNext(false)
    const [first] = entries
    if (first && !isFailed) open(first)
  }, [isNext, isBehind])

  return { open, openNext: () => setNext(true), cancelNext: () => setNext(false) }
}

type ScopesProps = {
  groups: readonly Group[]
  scope: ScopeId | undefined
  onScope: (scope: ScopeId | undefined) => void
}

const CHIP =
  'min-h-[30px] shrink-0 whitespace-nowrap rounded-[8px] px-[11px] text-label text-muted hover:text-ink aria-pressed:bg-sunken aria-pressed:text-ink touch:min-h-11'

/** Shows a single group. Hidden while there's nothing to choose from. */
function Scopes({ groups, scope, onScope }: ScopesProps) {
  if (groups.length < 2 && scope === undefined) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame and take a legend
    <div
      role="group"
      aria-label="Filter results"
      className="flex shrink-0 gap-1 overflow-x-auto px-3.5 pt-2.5 pb-0.5 [scrollbar-width:none]"
    >
      <button
        type="button"
        aria-pressed={scope === undefined}
        onClick={() => onScope(undefined)}
        className={CHIP}
      >
        All
      </button>
      {SCOPES.map(({ id, title }) => {
        const group = groups.find((one) => one.id === id)
        if (group === undefined && id !== scope) return null
        return (
          <button
            key={id}
            type="button"
            aria-pressed={scope === id}
            onClick={() => onScope(scope === id ? undefined : id)}
            className={CHIP}
          >
            {title} {group && chipWords(group)}
          </button>
        )
      })}
    </div>
  )
}

type LineProps = {
  id: string
  entry: Entry
  /** Marked in the texts. */
  sought: string
  isActive: boolean
  onPoint: () => void
  onOpen: () => void
}

/** A link, so that it can also be opened in a new tab by pointer. */
function Line({ id, entry, sought, isActive, onPoint, onOpen }: LineProps) {
  const { icon, title, detail, tag, keys, link } = entry
  return (
    <Link
      {...link}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onPointerMove={() => !isActive && onPoint()}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onOpen()
      }}
      className="mx-2 flex min-h-10 items-center gap-3 rounded-[9px] px-3 text-ink no-underline touch:min-h-12 aria-selected:bg-sunken aria-selected:shadow-[inset_0_0_0_1px_var(--accent-line)] forced-colors:aria-selected:outline-2"
    >
      <Icon of={icon} size={18} className="text-muted" />
      <span className="min-w-0 flex-1 truncate narrow:py-1">
        <Marked text={title} sought={sought} />
        {detail && (
          <span className="ms-2 text-muted text-small narrow:ms-0 narrow:block narrow:truncate">
            <Marked text={detail} sought={sought} />
          </span>
        )}
      </span>
      {tag && <Tag tone={tag.tone}>{tag.word}</Tag>}
      {isActive ? (
        <span aria-hidden="true" className="narrow:hidden">
          <Keys keys={['↵']} />
        </span>
      ) : (
        keys && (
          <span aria-hidden="true" className="narrow:hidden">
            <Keys keys={keys} />
          </span>
        )
      )}
    </Link>
  )
}

/** A text with the matching part in bold. */
function Marked({ text, sought }: { text: string; sought: string }) {
  const at = sought === '' ? -1 : text.toLowerCase().indexOf(sought.toLowerCase())
  if (at === -1) return text
  const end = at + sought.length
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-transparent font-semibold text-inherit">{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}

function RecentLoading({ count }: { count: number }) {
  return (
    <Loading label="Recent: loading">
      <div className="grid gap-1 px-5 pt-9">
        {Array.from({ length: count }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they're alike
          <Skeleton key={row} className="h-9 w-full" />
        ))}
      </div>
    </Loading>
  )
}

function Nothing({ text }: { text: string }) {
  return (
    <div className="grid gap-1.5 px-8 py-12 text-center">
      <p className="font-semibold text-ink">Nothing found for “{text}”</p>
      <p className="mx-auto max-w-[52ch] text-muted text-small">
        Enter a full tracking number, batch, or amount such as $101.95, a card’s last four digits, or at least
        three letters of a name or email.
      </p>
    </div>
  )
}

function Foot() {
  return (
    <footer className="mt-auto flex min-h-11 flex-wrap items-center gap-x-[18px] border-line border-t bg-canvas px-5 text-muted text-small narrow:hidden">
      <Hint keys={['↑', '↓']}>Move</Hint>
      <Hint keys={['↵']}>Open</Hint>
      <Hint keys={[COMMAND, '↵']}>New tab</Hint>
      <Hint keys={['Tab']}>Narrow</Hint>
      <button
        type="button"
        onClick={() => openOverlay('shortcuts')}
        className="ms-auto min-h-9 rounded-small px-1 hover:text-ink"
      >
        All shortcuts
      </button>
    </footer>
  )
}

function Hint({ keys, children }: { keys: readonly string[]; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Keys keys={keys} />
      {children}
    </span>
  )
}
