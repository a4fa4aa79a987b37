import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { FIELD_BOX, FIELD_INPUT } from '../../../parts/field-class.ts'
import { Icon } from '../../../parts/Icon.tsx'

/** Finds orders from wherever one is. Give it the searched text as its `key`. */
export function SearchField({ searched = '' }: { searched?: string | undefined }) {
  const [text, setText] = useState(searched)
  const navigate = useNavigate()
  return (
    <search className="w-[340px] max-w-full narrow:w-full">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const search = text.trim()
          void navigate({ to: '/office/orders', search: search === '' ? {} : { search } })
        }}
      >
        <div className={`${FIELD_BOX} min-h-12 gap-2.5 px-3.5`}>
          <Icon of={Search} className="text-muted" />
          <input
            aria-label="Search orders"
            type="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
            maxLength={100}
            placeholder="Order, customer or reference"
            enterKeyHint="search"
            className={FIELD_INPUT}
          />
        </div>
      </form>
    </search>
  )
}
