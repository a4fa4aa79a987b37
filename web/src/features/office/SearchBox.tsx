import { Search } from 'lucide-react'
import { useState } from 'react'
import { FIELD_BOX, FIELD_INPUT } from '../../parts/field-class.ts'
import { Icon } from '../../parts/Icon.tsx'

type SearchBoxProps = {
  label: string
  /** What one may type. */
  placeholder: string
  searched: string | undefined
  onSearch: (text: string) => void
}

/** Looks for something on Enter. Give it the searched text as its `key`. */
export function SearchBox({ label, placeholder, searched = '', onSearch }: SearchBoxProps) {
  const [text, setText] = useState(searched)
  return (
    <search className="w-[340px] max-w-full narrow:w-full">
      <form
        onSubmit={(event) => {
          event.preventDefault()
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
            className={FIELD_INPUT}
          />
        </div>
      </form>
    </search>
  )
}
