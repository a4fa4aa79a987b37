import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { Popover } from 'react-aria-components/Popover'
import { useTexts } from '../../app/texts.ts'
import { Icon } from '../Icon.tsx'
import { TextField, type TextFieldProps } from '../TextField.tsx'
import { useSettled } from '../use-settled.ts'

export type Suggestion = {
  key: string
  title: string
  detail?: string
  icon: LucideIcon
  /** The icon's label. */
  kind?: string
}

type SuggestFieldProps<Found extends Suggestion> = Omit<TextFieldProps, 'inputProps'> & {
  value: string
  /** Loads suggestions for a text. They aren't cached. */
  load: (typed: string, signal: AbortSignal) => Promise<Found[]>
  onChoose: (suggestion: Found, input: HTMLInputElement) => void
}

const FEWEST_LETTERS = 3

/**
 * A text field with suggestions. They show only while typing, so they never cover the browser's autofill. Enter
 * keeps the typed text unless the arrow keys selected a suggestion.
 */
export function SuggestField<Found extends Suggestion>({
  load,
  onChoose,
  ...field
}: SuggestFieldProps<Found>) {
  const i18n = useTexts()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLElement>(null)
  // Undefined after a paste or autofill.
  const [typed, setTyped] = useState<string>()
  const [activeKey, setActiveKey] = useState<string>()
  const [found, setFound] = useState<Found[]>([])
  const asked = useSettled(typed ?? '').trim()
  const latest = useRef({ load })
  latest.current = { load }
  const isOpen = typed !== undefined && found.length > 0
  const active = found.find(({ key }) => key === activeKey)
  const optionId = (suggestion: Found) => `${id}-${found.indexOf(suggestion)}`

  useEffect(() => {
    box.current = input.current?.parentElement ?? null
  }, [])

  useEffect(() => {
    if (asked.length < FEWEST_LETTERS) {
      setFound([])
      return undefined
    }
    const stop = new AbortController()
    const { signal } = stop
    // If loading fails, there are no suggestions.
    latest.current.load(asked, signal).then(
      (suggestions) => signal.aborted || setFound(suggestions),
      () => signal.aborted || setFound([]),
    )
    return () => stop.abort()
  }, [asked])

  function close() {
    setTyped(undefined)
    setActiveKey(undefined)
  }

  function choose(suggestion: Found) {
    close()
    onChoose(suggestion, input.current!)
  }

  function move(by: 1 | -1) {
    const from = active === undefined ? (by === 1 ? -1 : 0) : found.indexOf(active)
    const next = found[(from + by + found.length) % found.length]!
    setActiveKey(next.key)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!isOpen || event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && active) {
      event.preventDefault()
      choose(active)
    } else if (event.key === 'Escape') {
      // Close only the list, not the dialog around it.
      event.stopPropagation()
      close()
    } else if (event.key === 'Enter') close()
  }

  return (
    <>
      <TextField
        {...field}
        inputProps={{
          ref: input,
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': isOpen,
          'aria-controls': isOpen ? `${id}-list` : undefined,
          'aria-activedescendant': active && optionId(active),
          onInput: ({ currentTarget, nativeEvent }) => {
            setActiveKey(undefined)
            setTyped(isTyping(nativeEvent) ? currentTarget.value : undefined)
          },
          onKeyDown,
          onBlur: close,
        }}
      />
      <span className="sr-only" aria-live="polite">
        {isOpen &&
          i18n.t('{count, plural, one {# suggestion} other {# suggestions}}', { count: found.length })}
      </span>
      <Popover
        isNonModal
        isOpen={isOpen}
        onOpenChange={(open) => !open && close()}
        triggerRef={box}
        placement="bottom start"
        className="max-h-[300px]! w-(--trigger-width) overflow-auto rounded-control bg-raised p-1 shadow-lift-3 data-[entering]:animate-appear"
      >
        {/* The popover is outside the page's landmarks, so it needs its own. */}
        <section aria-label={i18n.t('Suggestions')}>
          <div id={`${id}-list`} role="listbox" aria-label={i18n.t('Suggestions')} onMouseDown={keepFocus}>
            {found.map((suggestion) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys work in the input
              <div
                key={suggestion.key}
                id={optionId(suggestion)}
                role="option"
                tabIndex={-1}
                aria-selected={suggestion === active}
                onClick={() => choose(suggestion)}
                className="flex min-h-11 cursor-pointer items-center gap-3 rounded-small px-3 py-1.5 hover:bg-sunken aria-selected:bg-sunken"
              >
                <Icon
                  of={suggestion.icon}
                  size={18}
                  className="text-muted"
                  {...(suggestion.kind && { label: suggestion.kind })}
                />
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {suggestion.title}
                  {suggestion.detail && (
                    <span className="block text-muted text-small">{suggestion.detail}</span>
                  )}
                </span>
              </div>
            ))}
          </div>
        </section>
      </Popover>
    </>
  )
}

function keepFocus(event: { preventDefault: () => void }) {
  event.preventDefault()
}

/** False for autofill, a paste, and undo. */
function isTyping(event: Event): boolean {
  const { inputType = '' } = event as InputEvent
  return /^insert(Composition)?Text$|^deleteContent/.test(inputType)
}
