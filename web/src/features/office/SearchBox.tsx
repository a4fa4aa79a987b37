import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FIELD_BOX, FIELD_INPUT } from '../../parts/FieldText.tsx'
import { Icon } from '../../parts/Icon.tsx'

type SearchBoxProps = {
  label: string
  placeholder: string
  searched: string | undefined
  /** As wide as its dialog, with the focus. */
  isInDialog?: boolean
  onSearch: (text: string) => void
}

const PAUSE_MS = 300

/** Searches after a pause in typing, and at once on Enter. Follows searches started elsewhere. */
export function SearchBox({
  label,
  placeholder,
  searched = '',
  isInDialog = false,
  onSearch,
}: SearchBoxProps) {
  const [text, setText] = useState(searched)
  const [shown, setShown] = useState(searched)
  const [asked, setAsked] = useState(searched)
  const search = useRef(onSearch)
  useEffect(() => {
    search.current = onSearch
  })
  if (shown !== searched) {
    setShown(searched)
    // Keeps what was typed during the search.
    if (searched !== asked) {
      setAsked(searched)
      setText(searched)
    }
  }
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === asked) return
    const bell = setTimeout(() => {
      setAsked(wanted)
      search.current(wanted)
    }, PAUSE_MS)
    return () => clearTimeout(bell)
  }, [text, asked])
  return (
    <search className={isInDialog ? 'w-full' : 'w-[380px] max-w-full shrink-0 narrow:w-full'}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(text.trim())
          onSearch(text.trim())
        }}
      >
        <div className={`${FIELD_BOX} min-h-12 gap-2.5 px-3.5`}>
          <Icon of={Search} className="text-muted" />
          <input
            aria-label={label}
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            maxLength={100}
            placeholder={placeholder}
            enterKeyHint="search"
            // biome-ignore lint/a11y/noAutofocus: the dialog asks for nothing else
            autoFocus={isInDialog}
            className={FIELD_INPUT}
          />
        </div>
      </form>
    </search>
  )
}
